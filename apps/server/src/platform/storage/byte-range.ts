/** First and last byte, inclusive. */
export type ByteRange = { startByte: number; endByte: number };

/**
 * Parses a `Range` header (RFC 9110, section 14). Multiple ranges and units other than bytes are ignored, which the
 * standard allows.
 * @returns null: the whole file
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") return lastBytes(Number(last), sizeBytes);
  const startByte = Number(first);
  if (startByte >= sizeBytes) return "unsatisfiable";
  const endByte = last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return endByte < startByte ? null : { startByte, endByte };
}

function lastBytes(count: number, sizeBytes: number): ByteRange | "unsatisfiable" {
  if (count === 0 || sizeBytes === 0) return "unsatisfiable";
  return { startByte: Math.max(0, sizeBytes - count), endByte: sizeBytes - 1 };
}
