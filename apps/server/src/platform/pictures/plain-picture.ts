import { readJpeg } from "./jpeg-parts.ts";
import { readPng } from "./png-parts.ts";

/** A 776 kB PNG can unpack to 800 MB; this limits it to 200 MB. */
export const PIXELS_MAX = 50_000_000;

/**
 * Checks an uploaded file before any decoder sees it: it must be a complete JPEG or PNG by its bytes, with a limited number
 * of parts and pixels. Strips texts, comments, previews and application data. Only reads lengths and unpacks nothing.
 * @returns the bytes to decode; null: refused
 */
export function toPlainPicture(bytes: Buffer): Buffer | null {
  const parts = readPng(bytes) ?? readJpeg(bytes);
  if (!parts || parts.widthPx === 0 || parts.heightPx === 0) return null;
  return parts.widthPx * parts.heightPx <= PIXELS_MAX ? parts.plain : null;
}
