/** In seconds. The first segments are shorter, so that the first one exists early. */
export const SEGMENT_S = 4;
const FIRST_S = [1, 1, 2] as const;
const FIRST_TOGETHER_S = FIRST_S.reduce<number>((sum, lengthS) => sum + lengthS, 0);
/** A seek decodes from the keyframe before it: one every two seconds, so twice in a segment. */
export const KEYFRAME_S = 2;

/** @param index of the segment, from 0 @returns when it ends, in seconds */
export function segmentEndS(index: number): number {
  const first = FIRST_S.slice(0, index + 1).reduce<number>((sum, lengthS) => sum + lengthS, 0);
  return first + Math.max(0, index + 1 - FIRST_S.length) * SEGMENT_S;
}

/** For ffmpeg's `force_key_frames`: at 0, 1, 2, 4, 6, 8 … seconds. */
export const KEYFRAMES = `expr:if(lt(n_forced,${FIRST_S.length}),gte(t,n_forced),gte(t,${FIRST_TOGETHER_S}+(n_forced-${FIRST_S.length})*${KEYFRAME_S}))`;

/**
 * Keyframes of the rungs beside a copied one, whose segments begin at `cutsS`: there, and once more within. ffmpeg ends
 * a segment at the first keyframe from each multiple of its length on, so that none may stand between that and the cut.
 */
export function keyframesBeside(cutsS: readonly number[]): number[] {
  return cutsS.flatMap((cutS, index) => {
    const withinS = cutS + KEYFRAME_S;
    return withinS < (index + 1) * SEGMENT_S ? [cutS, withinS] : [cutS];
  });
}
