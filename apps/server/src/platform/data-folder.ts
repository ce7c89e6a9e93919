import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

export type Scratch = { folder: string; remove(): Promise<void> };

/** Longer than any job: scratch folders untouched for this long belong to killed workers. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

const OWNER_ONLY = 0o700;
/** All permissions of group and others, except for a group that only passes through. */
const OPEN_BITS = 0o067;
const OTHERS_PASS = 0o001;
/** Shared folders such as `/tmp` have it, and are left unchanged. */
const STICKY = 0o1000;

/** Everything we create in the folder. Other files in it are left unchanged. */
const OWN_ENTRIES = [
  "media",
  "uploads",
  "scratch",
  "fieldhouse.log",
  "fieldhouse.lock",
  "secret.key",
  "postgres.password",
  "vapid.key",
  "last-backup",
];

/**
 * Creates the folder of media, uploads, logs and keys, and denies other system users access to it, also if an earlier
 * release created it.
 * @returns its path with symbolic links resolved
 */
export function createDataFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY });
  const folder = realpathSync(dataDir);
  if (isOwn(folder) && (lstatSync(folder).mode & STICKY) === 0) makePrivate(folder);
  for (const name of OWN_ENTRIES) {
    const entry = path.join(folder, name);
    if (existsSync(entry) && isOwn(entry) && !lstatSync(entry).isSymbolicLink()) makePrivate(entry);
  }
  return folder;
}

/**
 * Writes a file whole or not at all, and never over that of a process that starts at the same time.
 * @returns false: it is there already
 */
export function writeOnce(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Lets a group traverse the folder to a subfolder that it owns, without listing its other entries. */
export function allowTraversal(folder: string, groupId: number): void {
  if ((lstatSync(folder).mode & OTHERS_PASS) !== 0) return;
  chownSync(folder, -1, groupId);
  chmodSync(folder, 0o710);
}

function makePrivate(entry: string): void {
  const { mode } = lstatSync(entry);
  if ((mode & OPEN_BITS) !== 0) chmodSync(entry, mode & OWNER_ONLY);
}

/** False on systems without file owners, which have no permission bits either. */
function isOwn(entry: string): boolean {
  const user = process.getuid?.();
  return user !== undefined && (user === 0 || lstatSync(entry).uid === user);
}

/** Creates a temporary folder in the data folder, on the same file system, so that files can be linked instead of copied. */
export async function createScratch(dataDir: string): Promise<Scratch> {
  const parent = path.resolve(dataDir, "scratch");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, "work-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Deletes the scratch folders of killed workers. Safe while other workers run. */
export async function clearOldScratch(dataDir: string, nowMs = Date.now()): Promise<void> {
  const parent = path.resolve(dataDir, "scratch");
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = path.join(parent, name);
    const touchedMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => nowMs,
    );
    if (nowMs - touchedMs > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes all scratch folders. Only call it when no worker runs. */
export async function clearScratch(dataDir: string): Promise<void> {
  await rm(path.resolve(dataDir, "scratch"), { recursive: true, force: true });
}
