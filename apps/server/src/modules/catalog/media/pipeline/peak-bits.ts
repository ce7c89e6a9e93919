import type { Segment } from "./playlists.ts";

export type SizedSegment = Segment & { sizeBytes: number };

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
