const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12;
const HEADER_BYTES = 13;
/** Encoders write pixels in pieces of 8 kB or more; this many are enough for 10 MB in pieces of 1 kB. */
const CHUNKS_MAX = 10_000;

const PIXELS = new Set(["IHDR", "PLTE", "IDAT", "IEND", "tRNS"]);
/** How the pixels are meant: colours and the way up. Each is small, and there is one of each. */
const MEANING_MAX_BYTES = new Map([
  ["gAMA", 4],
  ["cHRM", 32],
  ["sRGB", 1],
  ["iCCP", 64 * 1024],
  ["eXIf", 64 * 1024],
]);

/** What a picture file says of itself, and the file again without all that is not its pixels. */
export type PictureParts = { widthPx: number; heightPx: number; plain: Buffer };

/** @returns null for what is not a whole png */
export function readPng(bytes: Buffer): PictureParts | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const kept: Buffer[] = [SIGNATURE];
  const seen = new Set<string>();
  let at = SIGNATURE.length;
  for (let chunks = 0; chunks < CHUNKS_MAX && at + CHUNK_OVERHEAD_BYTES <= bytes.length; chunks++) {
    const lengthBytes = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + CHUNK_OVERHEAD_BYTES + lengthBytes;
    if (end > bytes.length) return null;
    if (chunks === 0 && (type !== "IHDR" || lengthBytes !== HEADER_BYTES)) return null;
    if (isKept(type, lengthBytes, seen)) kept.push(bytes.subarray(at, end));
    seen.add(type);
    if (type === "IEND") return { ...readSize(bytes), plain: Buffer.concat(kept) };
    at = end;
  }
  return null;
}

function isKept(type: string, lengthBytes: number, seen: ReadonlySet<string>): boolean {
  if (PIXELS.has(type)) return type !== "IHDR" || !seen.has(type);
  const mostBytes = MEANING_MAX_BYTES.get(type);
  return mostBytes !== undefined && lengthBytes <= mostBytes && !seen.has(type);
}

function readSize(bytes: Buffer): { widthPx: number; heightPx: number } {
  const header = SIGNATURE.length + 8;
  return { widthPx: bytes.readUInt32BE(header), heightPx: bytes.readUInt32BE(header + 4) };
}
