import type { ContentType } from "./contents.ts";

/** The largest file of each type. In binary units: what any system shows as 50 MB fits. */
export const CONTENT_MAX_BYTES: Record<ContentType, number> = {
  video: 4 * 1024 ** 3,
  image: 20 * 1024 ** 2,
  document: 50 * 1024 ** 2,
};
/** The same in words. */
export const CONTENT_MAX_SIZE: Record<ContentType, string> = { video: "4 GB", image: "20 MB", document: "50 MB" };
/** Endings of the files that we accept. What a file is, is decided by its bytes. */
export const CONTENT_ENDINGS: Record<ContentType, readonly string[]> = {
  video: ["mp4", "mov", "webm", "mkv"],
  image: ["jpeg", "jpg", "png"],
  document: ["pdf"],
};

/** A form up to this size gets three minutes, a larger one more in proportion: 60 kB a second are enough for each. */
const FORM_BYTES = 10 * 1024 ** 2;

/** @returns how many times as long as a small form one of this size may take */
export function formTimeFactor(bytes: number): number {
  return Math.max(1, bytes / FORM_BYTES);
}
