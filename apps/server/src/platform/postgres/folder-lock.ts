import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { FieldhouseStartError } from "./start-error.ts";

/**
 * Marks a data folder as used by this process. The mark names the process and when it began, so a
 * mark left by a killed process, or by a process number used again, is recognized as stale.
 * @returns how to take the mark away
 * @throws FieldhouseStartError another living process has the folder
 */
export function lockFolder(file: string): () => void {
  const mark = `${process.pid} ${startOf(process.pid) ?? ""}`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mark);
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        // A link is made whole or not at all: nobody ever reads half a mark.
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
    // Somebody removed the mark, or the whole folder: there is nothing to take away.
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

/** @returns when a process began, in the kernel's ticks; null where the system does not say */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
