import { VIDEO_ENDINGS, VIDEO_MAX_BYTES } from "@app/contract/contents";
import type { OpenUpload } from "@app/contract/uploads";

type Named = Pick<OpenUpload, "file_name" | "size_bytes">;

export const FILE_FAULTS = {
  empty: "This file is empty. Please choose another one.",
  tooLarge: "This file is larger than 4 GB. Please choose a smaller one or split it.",
  notVideo: `This file is not a supported video. Please choose one of these: ${VIDEO_ENDINGS.join(", ")}.`,
  unreadable: "This file could not be read. Please choose it again.",
} as const;

const HEAD_BYTES = 16;
const EBML = [0x1a, 0x45, 0xdf, 0xa3];
/** First boxes of MP4 and QuickTime files; old QuickTime files have no `ftyp`. */
const CONTAINER_BOXES = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip"]);
/** Images and audio use the same containers. */
const NON_VIDEO_BRANDS = new Set([
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "mif1",
  "msf1",
  "avif",
  "avis",
  "M4A ",
  "M4B ",
]);

/**
 * Rejects a file before it is uploaded that the server would reject afterwards.
 * @returns a sentence for the user, or null if nothing is wrong
 */
export async function findFileFault(file: Blob): Promise<string | null> {
  if (file.size === 0) return FILE_FAULTS.empty;
  if (file.size > VIDEO_MAX_BYTES) return FILE_FAULTS.tooLarge;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    return looksLikeVideo(head) ? null : FILE_FAULTS.notVideo;
  } catch {
    return FILE_FAULTS.unreadable;
  }
}

/** Checks the bytes: a file name or MIME type proves nothing. */
function looksLikeVideo(head: Uint8Array): boolean {
  if (EBML.every((byte, at) => head[at] === byte)) return true;
  const text = (from: number) => String.fromCharCode(...head.subarray(from, from + 4));
  const box = text(4);
  return box === "ftyp" ? !NON_VIDEO_BRANDS.has(text(8)) : CONTAINER_BOXES.has(box);
}

/** A browser cannot reopen a file by itself: to resume, the same file has to be chosen again. */
export function isSameFile(file: Pick<File, "name" | "size">, open: Named): boolean {
  return file.size === open.size_bytes && cleanName(file.name) === open.file_name;
}

/** Cleaned the way the server cleans file names. */
function cleanName(name: string): string {
  return name.replace(/\p{C}/gu, "").trim().slice(0, 200);
}
