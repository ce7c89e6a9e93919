import { fileURLToPath } from "node:url";
import type { ImageCrop, ImageFormat } from "@app/contract/images";
import { z } from "zod";
import type { ProgramLimits } from "../sandboxed-process.ts";
import { runPictureChild } from "./picture-child.ts";
import { PIXELS_MAX } from "./plain-picture.ts";

const CHILD = fileURLToPath(new URL("./draw-variants-child.ts", import.meta.url));
const GIB = 1024 ** 3;
/**
 * Node reserves 2 GB of address space that it never uses; 50 million interlaced pixels of 16 bits take 0.4 GB. AVIF of
 * noise at every width takes 20 s of CPU time.
 */
const LIMITS: ProgramLimits = { cpuS: 120, memoryBytes: 4 * GIB, fileBytes: 0, niceness: 5 };
/** Of a drawing that others may overtake: on a busy machine it gets a twentieth of the CPU time of one that somebody waits for. */
const IN_BACKGROUND: ProgramLimits = { ...LIMITS, niceness: 19 };
const DEADLINE_MS = 5 * 60_000;

/** The owner's edit, and what to draw. */
export type Drawing = {
  rotation: number;
  crop: ImageCrop | null;
  widths: readonly number[];
  formats: readonly ImageFormat[];
};

const header = z.object({
  widthPx: z.int(),
  heightPx: z.int(),
  placeholder: z.string(),
  files: z.array(z.object({ format: z.string(), widthPx: z.int(), sizeBytes: z.int() })),
});

export type Drawn = {
  /** Of the edited picture, before it was made smaller. */
  widthPx: number;
  heightPx: number;
  /** A data URL of a few pixels. */
  placeholder: string;
  files: { format: string; widthPx: number; bytes: Buffer }[];
};

/**
 * Draws a picture in several widths and formats, in a limited process. Nothing but its pixels and a small RGB profile
 * remains. No picture is enlarged, so the widest file may be narrower than asked for.
 * @param bytes as `toPlainPicture` returns them
 * @returns null: not a picture, or one that exceeds the limits
 * @throws AppError `unavailable` the machine is too busy to finish in time
 */
export async function drawVariants(
  searchPath: string,
  bytes: Buffer,
  drawing: Drawing,
  {
    isInBackground = false,
    limits = isInBackground ? IN_BACKGROUND : LIMITS,
    deadlineMs = DEADLINE_MS,
    signal,
  }: Options = {},
): Promise<Drawn | null> {
  const task = { ...drawing, pixelsMax: PIXELS_MAX };
  const out = await runPictureChild({ script: CHILD, task, searchPath, limits, deadlineMs, signal }, bytes);
  if (!out) return null;
  let at = 4 + out.readUInt32BE(0);
  const { files, ...about } = header.parse(JSON.parse(out.toString("utf8", 4, at)));
  return {
    ...about,
    files: files.map(({ format, widthPx, sizeBytes }) => {
      const file = out.subarray(at, at + sizeBytes);
      at += sizeBytes;
      return { format, widthPx, bytes: file };
    }),
  };
}

type Options = { isInBackground?: boolean; limits?: ProgramLimits; deadlineMs?: number; signal?: AbortSignal };
