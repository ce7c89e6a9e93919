import type { ContentType } from "@app/contract/contents";
import { CONTENT_ENDINGS, CONTENT_MAX_BYTES, CONTENT_MAX_SIZE } from "@app/contract/file-limits";
import type { OpenUpload } from "@app/contract/uploads";

type Named = Pick<OpenUpload, "file_name" | "size_bytes">;

export const FILE_FAULTS = {
  empty: "This file is empty. Please choose another one.",
  unreadable: "This file could not be read. Please choose it again.",
  tooLarge: {
    video: `This file is larger than ${CONTENT_MAX_SIZE.video}. Please choose a smaller one or split it.`,
    image: `This file is larger than ${CONTENT_MAX_SIZE.image}. Please choose a smaller one.`,
    document: `This file is larger than ${CONTENT_MAX_SIZE.document}. Please choose a smaller one or split it.`,
  },
  wrongType: {
    video: `This file is not a supported video. Please choose one of these: ${CONTENT_ENDINGS.video.join(", ")}.`,
    image: `This file is not a supported image. Please choose one of these: ${CONTENT_ENDINGS.image.join(", ")}.`,
    document: "This file is not a PDF. Please save your document as a PDF and choose that.",
  },
} as const;

/** A PDF may begin with up to this many other bytes. */
const HEAD_BYTES = 1_024;
const EBML = [0x1a, 0x45, 0xdf, 0xa3];
const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47];
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

/** Checks the bytes: a file name or MIME type proves nothing. */
const LOOKS_LIKE: Record<ContentType, (head: Uint8Array) => boolean> = {
  video: looksLikeVideo,
  image: (head) => beginsWith(head, JPEG) || beginsWith(head, PNG),
  document: (head) => String.fromCharCode(...head).includes("%PDF-"),
};

/**
 * Rejects a file before it is uploaded that the server would reject afterwards.
 * @returns a sentence for the user, or null if nothing is wrong
 */
export async function findFileFault(file: Blob, type: ContentType): Promise<string | null> {
  if (file.size === 0) return FILE_FAULTS.empty;
  if (file.size > CONTENT_MAX_BYTES[type]) return FILE_FAULTS.tooLarge[type];
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    return LOOKS_LIKE[type](head) ? null : FILE_FAULTS.wrongType[type];
  } catch {
    return FILE_FAULTS.unreadable;
  }
}

function beginsWith(head: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => head[at] === byte);
}

function looksLikeVideo(head: Uint8Array): boolean {
  if (beginsWith(head, EBML)) return true;
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
