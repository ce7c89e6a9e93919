import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { FieldhouseStartError } from "./binaries.ts";

/**
 * Locks a data folder for this process. The lock file names the process and its start time, so a lock of a killed process,
 * or of one whose pid was reused, is recognized as stale.
 * @returns a function that unlocks the folder
 * @throws FieldhouseStartError a running process has the folder
 */
export function lockFolder(file: string): () => void {
  const mark = `${process.pid} ${startOf(process.pid) ?? ""}`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mark);
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        // Linking is atomic, so nobody reads a partial lock file.
        linkSync(draft, file);
        return () => release(file, mark);
      } catch {
        refuseLiving(file);
        rmSync(file, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw inUse();
}

function release(file: string, mark: string): void {
  try {
    if (readFileSync(file, "utf8") === mark) rmSync(file, { force: true });
  } catch {
    // The lock file or the whole folder is gone already.
  }
}

function refuseLiving(file: string): void {
  let mark: string;
  try {
    mark = readFileSync(file, "utf8");
  } catch {
    return;
  }
  const [pid, start] = mark.split(" ");
  if (isAlive(Number(pid)) && (startOf(Number(pid)) ?? "") === (start ?? "")) throw inUse();
}

function inUse(): FieldhouseStartError {
  return new FieldhouseStartError(
    "Fieldhouse is running on this data folder already. Stop it first, or choose another DATA_DIR.",
  );
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** @returns when a process started, in kernel ticks; null: unknown on this system */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
