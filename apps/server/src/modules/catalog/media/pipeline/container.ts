import { open } from "node:fs/promises";
import { MediaFault } from "./media-fault.ts";

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
/** First box of an ISO base media or QuickTime file (ISO/IEC 14496-12, section 4.3; QTFF). */
const BOXES = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]);
const HEAD_BYTES = 16;

/**
 * What the file is, told by its first bytes and never by its name: a playlist or a picture that
 * dresses as a video is refused here, before any demuxer sees it.
 * @throws MediaFault
 */
export async function requireVideoContainer(path: string): Promise<"mp4" | "matroska"> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead === 0) throw new MediaFault("The file is empty.");
    if (head.subarray(0, 4).equals(EBML)) return "matroska";
    if (BOXES.has(head.toString("latin1", 4, 8))) return "mp4";
    throw new MediaFault("This is not a video that we can take. Please send an mp4, mov, webm or mkv file.");
  } finally {
    await file.close();
  }
}
