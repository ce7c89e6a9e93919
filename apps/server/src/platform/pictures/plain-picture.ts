const START = 0xd8;

const END = 0xd9;

const SCAN = 0xda;

/** A camera's photo has about thirty segments. */
const SEGMENTS_MAX = 1_000;

/** A progressive JPEG has about ten; each one is decoded over the whole picture. */
const SCANS_MAX = 32;

const PROFILE_MAX_BYTES = 2 * 1024 ** 2;

/** Frame headers: baseline, progressive and others (ITU-T T.81, table B.1). */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

/** Huffman, arithmetic coding and quantization tables, and the restart interval. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);

const JFIF = 0xe0;

const EXIF = 0xe1;

const PROFILE = 0xe2;

const ADOBE = 0xee;

/** A 776 kB PNG can unpack to 800 MB; this limits it to 200 MB. */
export const PIXELS_MAX = 50_000_000;

/** Why a file is refused: neither JPEG nor PNG; one of those, but broken; too many pixels. */
export type PictureFault = "format" | "damaged" | "pixels";

/**
 * Checks an uploaded file before any decoder sees it: it must be a complete JPEG or PNG by its bytes, with a limited number
 * of parts and pixels. Strips texts, comments, previews and application data. Only reads lengths and unpacks nothing.
 * @returns the bytes to decode, or why it is refused
 */
export function readPlainPicture(bytes: Buffer): { plain: Buffer } | { fault: PictureFault } {
  const parts = readPng(bytes) ?? readJpeg(bytes);
  if (!parts) return { fault: beginsLikePng(bytes) || isJpeg(bytes) ? "damaged" : "format" };
  if (parts.widthPx === 0 || parts.heightPx === 0) return { fault: "damaged" };
  return parts.widthPx * parts.heightPx <= PIXELS_MAX ? { plain: parts.plain } : { fault: "pixels" };
}

/** @returns the bytes to decode; null: refused */
export function toPlainPicture(bytes: Buffer): Buffer | null {
  const read = readPlainPicture(bytes);
  return "plain" in read ? read.plain : null;
}

type Marker = { at: number; kind: number };

type Jpeg = {
  parts: Buffer[];
  seen: Set<number>;
  size: { widthPx: number; heightPx: number } | null;
  profileBytes: number;
  scans: number;
};

/** @returns null: not a JPEG with one frame and at least one scan */
function readJpeg(bytes: Buffer): PictureParts | null {
  if (!isJpeg(bytes)) return null;
  const jpeg: Jpeg = { parts: [bytes.subarray(0, 2)], seen: new Set(), size: null, profileBytes: 0, scans: 0 };
  let at = 2;
  for (let segments = 0; segments < SEGMENTS_MAX; segments++) {
    const marker = findMarker(bytes, at);
    // A missing end marker means a truncated file, which the decoder reports.
    if (marker === null || marker.kind === END) {
      if (marker) jpeg.parts.push(bytes.subarray(marker.at, marker.at + 2));
      return jpeg.size && jpeg.scans > 0 ? { ...jpeg.size, plain: Buffer.concat(jpeg.parts) } : null;
    }
    const end = isWithoutLength(marker.kind) ? marker.at + 2 : readSegment(jpeg, bytes, marker);
    if (end === null) return null;
    at = end;
  }
  return null;
}

function isJpeg(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;
}

/** Adds a segment, with the coded data after it. @returns where it ends; null: malformed, or beyond a limit */
function readSegment(jpeg: Jpeg, bytes: Buffer, marker: Marker): number | null {
  const lengthAt = marker.at + 2;
  const end = lengthAt + readLength(bytes, lengthAt);
  if (end > bytes.length || end < lengthAt + 2) return null;
  const segment = bytes.subarray(marker.at, end);
  if (FRAMES.has(marker.kind) && !readFrame(jpeg, segment)) return null;
  if (marker.kind === PROFILE) jpeg.profileBytes += segment.length;
  if (jpeg.profileBytes > PROFILE_MAX_BYTES) return null;
  if (isDecoded(segment, marker.kind, jpeg.seen)) jpeg.parts.push(segment);
  jpeg.seen.add(marker.kind);
  return marker.kind === SCAN ? readScan(jpeg, bytes, end) : end;
}

/** @returns false: too short, or a second frame */
function readFrame(jpeg: Jpeg, segment: Buffer): boolean {
  if (jpeg.size || segment.length < 9) return false;
  jpeg.size = { heightPx: segment.readUInt16BE(5), widthPx: segment.readUInt16BE(7) };
  return true;
}

/** @returns where the scan's coded data ends; null: a scan before the frame, or too many scans */
function readScan(jpeg: Jpeg, bytes: Buffer, from: number): number | null {
  jpeg.scans += 1;
  if (jpeg.scans > SCANS_MAX || !jpeg.size) return null;
  const end = findEndOfScan(bytes, from);
  jpeg.parts.push(bytes.subarray(from, end));
  return end;
}

function isDecoded(segment: Buffer, kind: number, seen: ReadonlySet<number>): boolean {
  if (FRAMES.has(kind) || TABLES.has(kind) || kind === SCAN) return true;
  if (kind === PROFILE) return beginsWith(segment, "ICC_PROFILE\0");
  if (seen.has(kind)) return false;
  return kind === JFIF || kind === ADOBE || (kind === EXIF && beginsWith(segment, "Exif\0\0"));
}

function beginsWith(segment: Buffer, name: string): boolean {
  return segment.toString("latin1", 4, 4 + name.length) === name;
}

/** @returns the next marker at or after `at`, skipping fill bytes; null: end of the file */
function findMarker(bytes: Buffer, at: number): Marker | null {
  for (let next = at; next + 1 < bytes.length; next++) {
    const kind = bytes[next + 1];
    if (bytes[next] === 0xff && kind !== undefined && kind !== 0xff && kind !== 0) return { at: next, kind };
  }
  return null;
}

/** In coded data, 0xff is followed by 0 or a restart marker; anything else starts the next segment. */
function findEndOfScan(bytes: Buffer, from: number): number {
  // Byte by byte: `indexOf(0xff)` is a hundred times slower on a file full of 0xff.
  for (let at = from; at + 1 < bytes.length; at++) {
    const kind = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && kind !== 0 && kind !== 0xff && !isRestart(kind)) return at;
  }
  return bytes.length;
}

function isRestart(kind: number): boolean {
  return kind >= 0xd0 && kind <= 0xd7;
}

function isWithoutLength(kind: number): boolean {
  return isRestart(kind) || kind === START || kind === 0x01;
}

function readLength(bytes: Buffer, at: number): number {
  return at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
}

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
type PictureParts = { widthPx: number; heightPx: number; plain: Buffer };

function beginsLikePng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/** Whether the control chunk of an animation comes before the pixels (Portable Network Graphics, third edition, 11.3.6). */
export function isAnimatedPng(bytes: Buffer): boolean {
  if (!beginsLikePng(bytes)) return false;
  const control = bytes.indexOf("acTL", SIGNATURE.length, "latin1");
  return control > 0 && control < bytes.indexOf("IDAT", SIGNATURE.length, "latin1");
}

/** @returns null: not a complete PNG */
function readPng(bytes: Buffer): PictureParts | null {
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
    if (isDecodedChunk(type, lengthBytes, seen)) parts.push(bytes.subarray(at, end));
    seen.add(type);
    if (type === "IEND") return { ...readSize(bytes), plain: Buffer.concat(parts) };
    at = end;
  }
  return null;
}

function isDecodedChunk(type: string, lengthBytes: number, seen: ReadonlySet<string>): boolean {
  if (PIXELS.has(type)) return type !== "IHDR" || !seen.has(type);
  const maxBytes = METADATA_MAX_BYTES.get(type);
  return maxBytes !== undefined && lengthBytes <= maxBytes && !seen.has(type);
}

function readSize(bytes: Buffer): { widthPx: number; heightPx: number } {
  const header = SIGNATURE.length + 8;
  return { widthPx: bytes.readUInt32BE(header), heightPx: bytes.readUInt32BE(header + 4) };
}
