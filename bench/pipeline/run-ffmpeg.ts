import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import { waitedCpuOf } from "../product/proc.ts";
import type { Settings } from "../settings.ts";

export type FfmpegCost = { wallS: number; cpuS: number };

/** The product's own priority for ffmpeg, so that the scheduler treats both alike. */
const NICE = 10;

/** @throws Error with ffmpeg's output */
export async function runFfmpeg(settings: Settings, args: readonly string[]): Promise<FfmpegCost> {
  const startedMs = performance.now();
  const cpuBeforeS = waitedCpuOf(process.pid);
  const child = spawn(settings.ffmpegPath, ["-hide_banner", "-nostdin", "-v", "error", "-y", ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (child.pid !== undefined) setPriority(child.pid, NICE);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said = (said + chunk).slice(-2000);
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (exitCode !== 0) throw new Error(`ffmpeg failed: ${said.trim()}`);
  return { wallS: (performance.now() - startedMs) / 1000, cpuS: waitedCpuOf(process.pid) - cpuBeforeS };
}
