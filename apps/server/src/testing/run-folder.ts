import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The name contains the id of the process that created it. */
const NAME = /^fieldhouse-run-(\d+)-/;

/**
 * Creates the folder of one run of tests, and removes those of runs that were killed.
 * @param parent the folder of all runs
 */
export function createRunFolder(parent = tmpdir()): string {
  for (const name of readdirSync(parent)) if (isAbandoned(name)) removeFolder(path.join(parent, name));
  const folder = mkdtempSync(path.join(parent, `fieldhouse-run-${process.pid}-`));
  // As root, databases run as somebody else, who has to reach what is in it.
  chmodSync(folder, 0o755);
  return folder;
}

function isAbandoned(name: string): boolean {
  const pid = NAME.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // EPERM: it runs as somebody else.
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is somebody else's, or another run removes it at this moment.
  }
}
