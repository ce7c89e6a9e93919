import { fileURLToPath } from "node:url";
import type { ProgramLimits } from "../sandboxed-process.ts";
import { runPictureChild } from "./picture-child.ts";
import { PIXELS_MAX } from "./plain-picture.ts";

const CHILD = fileURLToPath(new URL("./redraw-child.ts", import.meta.url));
const GIB = 1024 ** 3;
/** Node reserves 2 GB of address space that it never uses; 50 million interlaced pixels take 0.3 GB. */
const LIMITS: ProgramLimits = { cpuS: 10, memoryBytes: 3 * GIB, fileBytes: 0, niceness: 10 };
/** The largest picture takes 1.5 s on a free core; a busy machine needs longer. */
const DEADLINE_MS = 30_000;

export type Frame = { widthPx: number; heightPx: number; fit: "inside" | "cover" };
export type Redrawn = { webp: Buffer; widthPx: number };

/**
 * Redraws a picture in a limited process.
 * @returns null: not a picture, or one that exceeds the limits
 * @throws AppError `unavailable` the machine is too busy to finish in time
 */
export async function redrawInChild(
  searchPath: string,
  bytes: Buffer,
  frame: Frame,
  { limits = LIMITS, deadlineMs = DEADLINE_MS } = {},
): Promise<Redrawn | null> {
  const task = { ...frame, pixelsMax: PIXELS_MAX };
  const out = await runPictureChild({ script: CHILD, task, searchPath, limits, deadlineMs }, bytes);
  return out && { widthPx: out.readUInt32BE(0), webp: out.subarray(4) };
}
