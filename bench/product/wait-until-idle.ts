import { setTimeout as sleep } from "node:timers/promises";
import { cpuOfTree } from "./proc.ts";

const LOOK_EVERY_MS = 500;
const IDLE_CPU_S = 0.03;
const LIMIT_MS = 30_000;

/** Waits until a process and its children are nearly idle: a worker is still starting when the page already answers. */
export async function waitUntilIdle(pid: number): Promise<void> {
  const untilMs = Date.now() + LIMIT_MS;
  let before = Number.NEGATIVE_INFINITY;
  for (let now = cpuOfTree(pid); now - before > IDLE_CPU_S && Date.now() < untilMs; now = cpuOfTree(pid)) {
    before = now;
    await sleep(LOOK_EVERY_MS);
  }
}
