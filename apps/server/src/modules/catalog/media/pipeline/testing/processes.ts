import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether the system has this wrapper program and allows the given options. */
export function works(...[program = "", ...args]: string[]): boolean {
  return spawnSync(program, [...args, "true"], { stdio: "ignore" }).status === 0;
}

/** Gone, or a zombie that its new parent has not reaped yet. */
export function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
