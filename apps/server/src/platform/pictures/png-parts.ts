const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12;
const HEADER_BYTES = 13;
/** Encoders write chunks of 8 kB or more; this allows 10 MB in chunks of 1 kB. */
const CHUNKS_MAX = 10_000;

const PIXELS = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS"]);
/** Color and orientation chunks. Each is small and occurs once. */
const METADATA_MAX_BYTES = new Map([
  ["gAMA", 4],
  ["cHRM", 32],
  ["sRGB", 1],
  ["iCCP", 64 * 1024],
  ["eXIf", 64 * 1024],
]);

/** The size from a picture's header, and the file without anything but its pixels. */
export type PictureParts = { widthPx: number; heightPx: number; plain: Buffer };

export function beginsLikePng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Whether the control chunk of an animation stands before the pixels (Portable Network Graphics, third edition, 11.3.6). */
export function isAnimatedPng(bytes: Buffer): boolean {
  if (!beginsLikePng(bytes)) return false;
  const control = bytes.indexOf("acTL", SIGNATURE.length, "latin1");
  return control > 0 && control < bytes.indexOf("IDAT", SIGNATURE.length, "latin1");
}

/** @returns null: not a complete PNG */
export function readPng(bytes: Buffer): PictureParts | null {
  if (!beginsLikePng(bytes)) return null;
  const parts: Buffer[] = [SIGNATURE];
  const seen = new Set<string>();
  let at = SIGNATURE.length;
  for (let chunks = 0; chunks < CHUNKS_MAX && at + CHUNK_OVERHEAD_BYTES <= bytes.length; chunks++) {
    const lengthBytes = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + CHUNK_OVERHEAD_BYTES + lengthBytes;
    if (end > bytes.length) return null;
    if (chunks === 0 && (type !== "IHDR" || lengthBytes !== HEADER_BYTES)) return null;
    if (isDecoded(type, lengthBytes, seen)) parts.push(bytes.subarray(at, end));
    seen.add(type);
    if (type === "IEND") return { ...readSize(bytes), plain: Buffer.concat(parts) };
    at = end;
  }
  return null;
}

function isDecoded(type: string, lengthBytes: number, seen: ReadonlySet<string>): boolean {
  if (PIXELS.has(type)) return type !== "IHDR" || !seen.has(type);
  const maxBytes = METADATA_MAX_BYTES.get(type);
  return maxBytes !== undefined && lengthBytes <= maxBytes && !seen.has(type);
}

function readSize(bytes: Buffer): { widthPx: number; heightPx: number } {
  const header = SIGNATURE.length + 8;
  return { widthPx: bytes.readUInt32BE(header), heightPx: bytes.readUInt32BE(header + 4) };
}
