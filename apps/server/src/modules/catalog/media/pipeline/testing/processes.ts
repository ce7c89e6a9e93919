import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether the system has a program that runs others, and allows what it is asked. */
export function works(...[program = "", ...args]: string[]): boolean {
  return spawnSync(program, [...args, "true"], { stdio: "ignore" }).status === 0;
}

/** Gone, or dead and not yet buried by its new parent. */
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
