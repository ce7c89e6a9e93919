/** Top-level boxes of a media segment that describe one piece alone, and would be wrong of several. */
const OF_ONE_PIECE = new Set(["styp", "sidx"]);
const HEAD_BYTES = 8;

/**
 * Several media segments as one: their fragments one after the other under the type of the first
 * (ISO/IEC 14496-12, section 8.16).
 */
export function joinPieces(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  if (pieces.length <= 1) return first ?? Buffer.alloc(0);
  const kept = pieces.flatMap((piece, at) =>
    topBoxes(piece).filter(({ kind }) => !OF_ONE_PIECE.has(kind) || (at === 0 && kind === "styp")),
  );
  return Buffer.concat(kept.map(({ bytes }) => bytes));
}

/** @throws RangeError it is cut off */
function topBoxes(segment: Buffer): { kind: string; bytes: Buffer }[] {
  const boxes = [];
  for (let at = 0; at < segment.length; ) {
    const length = segment.readUInt32BE(at);
    if (length < HEAD_BYTES || at + length > segment.length) throw new RangeError("a media segment that is cut off");
    boxes.push({ kind: segment.toString("latin1", at + 4, at + HEAD_BYTES), bytes: segment.subarray(at, at + length) });
    at += length;
  }
  return boxes;
}
