import { readFileSync } from "node:fs";

/** Names this process in a lock file, with its start time, because its pid may be reused. */
export function toProcessMark(): string {
  return `${process.pid} ${startOf(process.pid) ?? ""}`;
}

/** Whether the process of a mark still runs on this machine. */
export function isRunning(mark: string): boolean {
  const [pid, start] = mark.split(" ");
  return isAlive(Number(pid)) && (startOf(Number(pid)) ?? "") === (start ?? "");
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
