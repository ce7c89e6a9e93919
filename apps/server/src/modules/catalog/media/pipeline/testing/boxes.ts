/** An ISO base media box: length, type and body (ISO/IEC 14496-12, section 4.2). */
export function box(kind: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, body]);
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}

/** A copy of a file with the body of every box of a type edited in place. @throws Error if there is none */
export function editBoxes(file: Buffer, kind: string, edit: (body: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  let found = 0;
  for (let at = copy.indexOf(kind, 0, "latin1"); at >= 4; at = copy.indexOf(kind, at + 4, "latin1")) {
    edit(copy.subarray(at + 4, at - 4 + copy.readUInt32BE(at - 4)));
    found += 1;
  }
  if (found === 0) throw new Error(`no ${kind}`);
  return copy;
}

/** A copy of a file with every occurrence of a word replaced by another of its length. @throws Error if there is none */
export function replaceWord(file: Buffer, word: string, other: string): Buffer {
  const copy = Buffer.from(file.toString("latin1").replaceAll(word, other), "latin1");
  if (copy.equals(file)) throw new Error(`no ${word}`);
  return copy;
}

/** Rotates the first track by 90 degrees: the matrix of its `tkhd` (section 8.3.2), in fixed point. */
export function turnQuarter(file: Buffer): Buffer {
  const ONE = 0x1_0000;
  return editBoxes(file, "tkhd", (body) => uint32(0, ONE, 0, -ONE, 0, 0, 0, 0, 0x4000_0000).copy(body, 40));
}

const HOLDERS = new Set(["moov", "trak", "mdia", "minf", "dinf", "stbl"]);

/** A copy of a file with every box of a type replaced; the lengths of its parents are adjusted. */
export function replaceBoxes(file: Buffer, kind: string, make: (body: Buffer) => Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at) || file.length - at;
    const found = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + length);
    if (found === kind) parts.push(make(body));
    else if (HOLDERS.has(found)) parts.push(box(found, replaceBoxes(body, kind, make)));
    else parts.push(file.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat(parts);
}

const DEFAULT_DURATION = Buffer.from("23e383", "hex");
const VOID = 0xec;

/**
 * Matroska whose tracks do not state a frame duration, as phones and browsers write it: the element is turned into a
 * Void element (RFC 8794, section 11.3.2).
 */
export function withoutFrameDuration(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const at = copy.indexOf(DEFAULT_DURATION);
  if (at < 0) throw new Error("no DefaultDuration");
  const length = DEFAULT_DURATION.length + 1 + ((copy[at + DEFAULT_DURATION.length] ?? 0) & 0x7f);
  copy.fill(0, at, at + length);
  copy[at] = VOID;
  copy[at + 1] = 0x80 | (length - 2);
  return copy;
}
