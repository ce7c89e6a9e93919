import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { requireDiskSpace } from "../storage/disk-space.ts";
import { PIXELS_MAX, toPlainPicture } from "./plain-picture.ts";
import { type Frame, type Redrawn, redrawInChild } from "./redraw-in-child.ts";
import { openTurns } from "./turns.ts";

export type { Frame };

const AT_ONCE = 2;
const WAITING_MAX = 20;
const PER_ACCOUNT_MAX = 3;
const RETRY_AFTER_S = 5;
const take = openTurns(AT_ONCE, WAITING_MAX);
/** How many pictures each account has waiting or being drawn. */
const underWay = new Map<string, number>();

/**
 * What a picture is, is told by its bytes; it is drawn anew as webp, so nothing but its pixels stays. Only jpeg and png
 * reach a decoder, without their texts and extras, in a process of its own.
 * @returns null for anything but a whole jpeg or png; `widthPx` is that of the picture that was sent
 * @throws AppError `too_many_requests` this account has three on their way; `unavailable` too many others wait; `storage_full`
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
  const own = underWay.get(accountId) ?? 0;
  if (own >= PER_ACCOUNT_MAX)
    throw new AppError("too_many_requests", "Please wait until your other pictures are done.", {
      retryAfterS: RETRY_AFTER_S,
    });
  underWay.set(accountId, own + 1);
  try {
    return await take(() => redrawInChild(deps.config.searchPath, plain, frame));
  } finally {
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left === 0) underWay.delete(accountId);
    else underWay.set(accountId, left);
  }
}

/** A picture of our own making, made smaller; to `cover` a frame it is cut around its middle. */
export async function drawSmall(picture: Buffer, { widthPx, heightPx, fit }: Frame): Promise<Buffer> {
  // Loaded with the first picture: a server that is sent none stays smaller.
  const { default: sharp } = await import("sharp");
  const size = { width: widthPx, height: heightPx, fit, withoutEnlargement: true };
  return sharp(picture, { limitInputPixels: PIXELS_MAX }).resize(size).webp({ quality: 80 }).toBuffer();
}
