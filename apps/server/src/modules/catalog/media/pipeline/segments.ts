import type { Segment } from "./playlists.ts";

export type SizedSegment = Segment & { sizeBytes: number };

/** Top-level boxes of a media segment that describe one piece alone, and would be wrong of several. */
const OF_ONE_PIECE = new Set(["styp", "sidx"]);

const HEAD_BYTES = 8;

/** In seconds. The first segments are shorter, so that the video plays early. docs/decisions/0052-the-first-segment-is-half-a-second.md */
export const SEGMENT_S = 4;
const FIRST_S = [0.5, 0.5, 1, 2] as const;
/** A seek decodes from the keyframe before it: one every two seconds, so twice in a segment. */
export const KEYFRAME_S = 2;

/** @param index of the segment, from 0 @returns when it ends, in seconds */
export function segmentEndS(index: number): number {
  const first = FIRST_S.slice(0, index + 1).reduce<number>((sum, lengthS) => sum + lengthS, 0);
  return first + Math.max(0, index + 1 - FIRST_S.length) * SEGMENT_S;
}

/** For ffmpeg's `force_key_frames`: at 0, 0.5, 1, 2, 4, 6, 8 … seconds. */
export const KEYFRAMES = `expr:gte(t,if(lt(n_forced,3),n_forced/2,(n_forced-2)*${KEYFRAME_S}))`;

/** ffmpeg ends a piece at the first keyframe from each multiple of this on; pieces are put together to segments. */
export const PIECE_S = 0.5;
/** The same beside a copied rung, whose keyframes stand where they stand. */
export const PIECE_BESIDE_COPY_S = 1;

/** How many pieces of the picture a segment has: the first ones one each, later ones two of two seconds. */
export function piecesOf(index: number): number {
  return index < FIRST_S.length ? 1 : SEGMENT_S / KEYFRAME_S;
}

/** Beside a copied rung, which can be cut at these moments: when segments begin, none before its time. */
export function segmentStartsS(cutsS: readonly number[]): number[] {
  const starts: number[] = [];
  for (const cutS of cutsS)
    if (starts.length === 0 || cutS >= segmentEndS(starts.length - 1) - CLOCK_S) starts.push(cutS);
  return starts;
}

/** How many pieces that begin at these moments each segment has: counted, so that no clock can part the rungs. */
export function piecesBetween(piecesS: readonly number[], startsS: readonly number[]): number[] {
  return startsS.map((startS, at) => {
    const endS = startsS[at + 1] ?? Number.POSITIVE_INFINITY;
    return piecesS.filter((pieceS) => pieceS >= startS && pieceS < endS).length;
  });
}

/** A keyframe this much before its time is on time. */
const CLOCK_S = 0.05;

/** Keyframes of the rungs beside a copied one: where that can be cut, and once more within a longer stretch. */
export function keyframesBeside(cutsS: readonly number[]): number[] {
  return cutsS.flatMap((cutS, index) => {
    const isLong = (cutsS[index + 1] ?? Number.POSITIVE_INFINITY) - cutS >= KEYFRAME_S + PIECE_BESIDE_COPY_S;
    return isLong ? [cutS, cutS + KEYFRAME_S] : [cutS];
  });
}

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

/**
 * The peak segment bit rate (RFC 8216, section 4.1): the largest of any run of segments that lasts
 * between half and one and a half of the target. A short first segment, which is mostly keyframe, would
 * otherwise make a rendition look dearer than it is. A track that is still shorter is taken whole.
 */
export function peakBitsPerS(segments: readonly SizedSegment[], targetS: number): number {
  let peak = 0;
  for (let from = 0; from < segments.length; from += 1) {
    let lengthS = 0;
    let bits = 0;
    for (const segment of segments.slice(from, from + 16)) {
      lengthS += segment.lengthS;
      bits += segment.sizeBytes * 8;
      if (lengthS > targetS * 1.5) break;
      if (lengthS >= targetS * 0.5) peak = Math.max(peak, bits / lengthS);
    }
  }
  return Math.round(peak || totalBitsPerS(segments));
}

function totalBitsPerS(segments: readonly SizedSegment[]): number {
  const lengthS = segments.reduce((sum, segment) => sum + segment.lengthS, 0);
  return segments.reduce((sum, { sizeBytes }) => sum + sizeBytes * 8, 0) / Math.max(0.5, lengthS);
}
