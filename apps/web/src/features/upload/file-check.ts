import { VIDEO_ENDINGS, VIDEO_MAX_BYTES } from "@app/contract/contents";
import type { OpenUpload } from "@app/contract/uploads";

type Named = Pick<OpenUpload, "file_name" | "size_bytes">;

export const FILE_FAULTS = {
  empty: "This file is empty. Please choose another one.",
  tooLarge: "This file is larger than 4 GB. Please choose a smaller one or cut it in two.",
  noVideo: `This file is no video that we can take. Please choose one of these: ${VIDEO_ENDINGS.join(", ")}.`,
  unreadable: "This file could not be read. Please choose it again.",
} as const;

const LOOKED_AT_BYTES = 16;
const EBML = [0x1a, 0x45, 0xdf, 0xa3];
/** First boxes of mp4 and of QuickTime; old QuickTime files have no `ftyp`. */
const BOXES = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip"]);
/** Pictures and sound come in the same boxes. */
const NO_VIDEO_BRANDS = new Set([
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
 * Says at once what the server would say only after the last byte.
 * @returns what is wrong with the file in a sentence, or null
 */
export async function findFileFault(file: Blob): Promise<string | null> {
  if (file.size === 0) return FILE_FAULTS.empty;
  if (file.size > VIDEO_MAX_BYTES) return FILE_FAULTS.tooLarge;
  try {
    const head = new Uint8Array(await file.slice(0, LOOKED_AT_BYTES).arrayBuffer());
    return looksLikeVideo(head) ? null : FILE_FAULTS.noVideo;
  } catch {
    return FILE_FAULTS.unreadable;
  }
}

/** Goes by the bytes: a name or a type can say anything. */
function looksLikeVideo(head: Uint8Array): boolean {
  if (EBML.every((byte, at) => head[at] === byte)) return true;
  const text = (from: number) => String.fromCharCode(...head.subarray(from, from + 4));
  const box = text(4);
  return box === "ftyp" ? !NO_VIDEO_BRANDS.has(text(8)) : BOXES.has(box);
}

/** A browser cannot open a file again by itself; whoever chooses it again has to choose the same one. */
export function isSameFile(file: Pick<File, "name" | "size">, open: Named): boolean {
  return file.size === open.size_bytes && plainName(file.name) === open.file_name;
}

/** As the server writes names down. */
function plainName(name: string): string {
  return name.replace(/\p{C}/gu, "").trim().slice(0, 200);
}
