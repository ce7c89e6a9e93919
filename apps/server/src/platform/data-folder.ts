import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

export type Scratch = { folder: string; remove(): Promise<void> };

/** No job takes longer: what nobody has touched for this long is a killed worker's. */
const LEFT_MS = 24 * 3_600_000;

const OWN_ONLY = 0o700;
/** What anybody else could do, but for a group that passes through to a folder of its own. */
const OPEN_BITS = 0o067;
const OTHERS_PASS = 0o001;
/** A folder that is everybody's, as `/tmp`, stays so. */
const STICKY = 0o1000;

/** Everything that we put into it by name; what else somebody keeps there is theirs. */
const OURS = ["media", "uploads", "scratch", "fieldhouse.log", "fieldhouse.lock", "secret.key", "postgres.password"];

/**
 * Makes the folder that holds media, uploads, logs and keys, and closes it to all other users of the machine; one that
 * was made open by an earlier release is closed as well.
 * @returns its path as the system names it, without links
 */
export function createDataFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: OWN_ONLY });
  const folder = realpathSync(dataDir);
  if (isOwn(folder) && (lstatSync(folder).mode & STICKY) === 0) close(folder);
  for (const name of OURS) {
    const entry = path.join(folder, name);
    if (existsSync(entry) && isOwn(entry) && !lstatSync(entry).isSymbolicLink()) close(entry);
  }
  return folder;
}

/** Lets a group walk through the folder to one that it owns below, without seeing what else is there. */
export function letPass(folder: string, groupId: number): void {
  if ((lstatSync(folder).mode & OTHERS_PASS) !== 0) return;
  chownSync(folder, -1, groupId);
  chmodSync(folder, 0o710);
}

function close(entry: string): void {
  const { mode } = lstatSync(entry);
  if ((mode & OPEN_BITS) !== 0) chmodSync(entry, mode & OWN_ONLY);
}

/** Systems without owners have no such rights either. */
function isOwn(entry: string): boolean {
  const user = process.getuid?.();
  return user !== undefined && (user === 0 || lstatSync(entry).uid === user);
}

/** A private folder for one piece of work, on the file system of the data so that files can be linked instead of copied. */
export async function createScratch(dataDir: string): Promise<Scratch> {
  const home = path.resolve(dataDir, "scratch");
  await mkdir(home, { recursive: true });
  const folder = await mkdtemp(path.join(home, "work-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Removes what killed workers left, beside others that are at work. */
export async function clearOldScratch(dataDir: string, nowMs = Date.now()): Promise<void> {
  const home = path.resolve(dataDir, "scratch");
  for (const name of await readdir(home).catch(() => [])) {
    const folder = path.join(home, name);
    const touchedMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => nowMs,
    );
    if (nowMs - touchedMs > LEFT_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed workers left. Only for a worker that knows it is alone. */
export async function clearScratch(dataDir: string): Promise<void> {
  await rm(path.resolve(dataDir, "scratch"), { recursive: true, force: true });
}
