import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import path from "node:path";

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
export function openDataFolder(dataDir: string): string {
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
