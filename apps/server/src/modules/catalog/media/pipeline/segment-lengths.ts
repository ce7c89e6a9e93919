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
