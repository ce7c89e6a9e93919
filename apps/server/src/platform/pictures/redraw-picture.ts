import { fileURLToPath } from "node:url";
import pLimit from "p-limit";
import { AppError } from "#platform/errors.ts";
import type { ProgramLimits } from "#platform/sandboxed-process.ts";
import type { Deps } from "../deps.ts";
import { requireDiskSpace } from "../storage/disk-space.ts";
import { runPictureChild } from "./picture-child.ts";
import { PIXELS_MAX, toPlainPicture } from "./plain-picture.ts";

/**
 * Limits how many drawings run at once, because they are CPU-heavy and would slow down everything else in the process.
 * The others wait in order.
 * @returns runs a drawing; throws AppError `unavailable` if `waitingMax` others wait
 */
export function limitConcurrency(concurrency: number, waitingMax: number): <T>(draw: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (draw) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax)
      throw new AppError("unavailable", "Too many images are being processed. Please try again in a moment.", {
        retryAfterS: RETRY_AFTER_S,
      });
    return limit(draw);
  };
}

const CHILD = fileURLToPath(new URL("./redraw-child.ts", import.meta.url));
const GIB = 1024 ** 3;
/** Node reserves 2 GB of address space that it never uses; 50 million interlaced pixels take 0.3 GB. */
const LIMITS: ProgramLimits = { cpuS: 10, memoryBytes: 3 * GIB, fileBytes: 0, niceness: 10 };
/** The largest picture takes 1.5 s on a free core; a busy machine needs longer. */
const DEADLINE_MS = 30_000;

export type Frame = { widthPx: number; heightPx: number; fit: "inside" | "cover" };
type Redrawn = { webp: Buffer; widthPx: number };

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

/** For a picture that `redrawPicture` refuses. */
export const UNUSABLE_PICTURE = `Please choose a picture in jpeg, jpg or png format, of at most ${PIXELS_MAX / 1_000_000} million pixels, that opens on your own device.`;

const AT_ONCE = 2;
const WAITING_MAX = 20;
const PER_ACCOUNT_MAX = 3;
const RETRY_AFTER_S = 5;
const limit = limitConcurrency(AT_ONCE, WAITING_MAX);
/** How many pictures of each account are waiting or being drawn. */
const pending = new Map<string, number>();

/**
 * Redraws an uploaded picture as WebP, so that nothing but its pixels remains. Its format is detected from its bytes. Only
 * a JPEG or PNG reaches the decoder, without its metadata, and in a separate process.
 * @returns null: not a complete JPEG or PNG; `widthPx` is the original width
 * @throws AppError `too_many_requests` three of this account's pictures are pending; `unavailable` the queue is full;
 * `storage_full`
 */
export async function redrawPicture(
  deps: Pick<Deps, "config" | "storage">,
  accountId: string,
  bytes: Buffer,
  frame: Frame,
): Promise<Redrawn | null> {
  await requireDiskSpace(deps.config, [deps.storage]);
  const plain = toPlainPicture(bytes);
  if (!plain) return null;
  const own = pending.get(accountId) ?? 0;
  if (own >= PER_ACCOUNT_MAX)
    throw new AppError("too_many_requests", "Please wait until your other pictures are done.", {
      retryAfterS: RETRY_AFTER_S,
    });
  pending.set(accountId, own + 1);
  try {
    return await limit(() => redrawInChild(deps.config.searchPath, plain, frame));
  } finally {
    const left = (pending.get(accountId) ?? 1) - 1;
    if (left === 0) pending.delete(accountId);
    else pending.set(accountId, left);
  }
}

/** Scales down a picture that we drew; `cover` crops it around its center. */
export async function drawSmall(picture: Buffer, { widthPx, heightPx, fit }: Frame): Promise<Buffer> {
  // Loaded on first use, to save memory on servers without uploads.
  const { default: sharp } = await import("sharp");
  const size = { width: widthPx, height: heightPx, fit, withoutEnlargement: true };
  return sharp(picture, { limitInputPixels: PIXELS_MAX }).resize(size).webp({ quality: 80 }).toBuffer();
}
