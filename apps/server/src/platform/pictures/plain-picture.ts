import { readJpeg } from "./jpeg-parts.ts";
import { readPng } from "./png-parts.ts";

/** A 776 kB PNG can unpack to 800 MB; this many pixels are 200 MB at most. */
export const MOST_PIXELS = 50_000_000;

/**
 * Looks at a file that somebody sent before any decoder does: by its bytes it is a jpeg or a png, its parts are
 * whole and not too many, and it does not unpack to more than we can hold. Texts, comments, previews and the parts of
 * applications are left out, so that a decoder never unpacks them. Only lengths are read, nothing is unpacked here.
 * @returns the bytes for a decoder; null for every other file
 */
export function toPlainPicture(bytes: Buffer): Buffer | null {
  const parts = readPng(bytes) ?? readJpeg(bytes);
  if (!parts || parts.widthPx === 0 || parts.heightPx === 0) return null;
  return parts.widthPx * parts.heightPx <= MOST_PIXELS ? parts.plain : null;
}
