/** In seconds. The first segments are shorter, so that the first one exists early. */
export const SEGMENT_S = 4;
const FIRST_S = [1, 1, 2] as const;

/** @param index of the segment, from 0 */
export function wantedLengthS(index: number): number {
  return FIRST_S[index] ?? SEGMENT_S;
}

/** The same for ffmpeg's `force_key_frames`: a keyframe at 0, 1, 2, 4, 8, 12 … seconds. */
export const KEYFRAMES = `expr:if(lt(n_forced,3),gte(t,n_forced),gte(t,(n_forced-2)*${SEGMENT_S}))`;
