import type { Rendition } from "./ladder.ts";

export const AUDIO_NAME = "audio";

export type Segment = { name: string; lengthS: number };

/** The segments in a media playlist that ffmpeg is still writing. */
export function readSegments(playlist: string): Segment[] {
  const found = playlist.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n([^#\n][^\n]*)\n/gm);
  return [...found].map(([, length = "0", name = ""]) => ({ lengthS: Number(length), name: name.trim() }));
}

/**
 * A media playlist (RFC 8216). It grows while the item is processed, and its target duration must not change meanwhile,
 * so it is passed in rather than computed.
 */
export function toMediaPlaylist(
  segments: readonly Segment[],
  track: { name: string; targetS: number; isEnded: boolean },
): string {
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.ceil(track.targetS)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    `#EXT-X-PLAYLIST-TYPE:${track.isEnded ? "VOD" : "EVENT"}`,
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="init_${track.name}.mp4"`,
    ...segments.flatMap(({ name, lengthS }) => [`#EXTINF:${lengthS.toFixed(6)},`, name]),
    ...(track.isEnded ? ["#EXT-X-ENDLIST"] : []),
    "",
  ].join("\n");
}

export type Variant = Rendition & {
  /** RFC 6381, such as `avc1.64001f`. */
  codec: string;
  framesPerSecond: number;
  /** Peak bit rate of the video track, in bits per second. */
  bitsPerS: number;
};

/**
 * The multivariant playlist. The lowest variant comes first, so players start with what loads fastest.
 * @param audioBitsPerS the sound's peak bit rate; null without sound
 */
export function toMultivariantPlaylist(variants: readonly Variant[], audioBitsPerS: number | null): string {
  const sound =
    audioBitsPerS !== null
      ? [`#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="${AUDIO_NAME}.m3u8"`]
      : [];
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...sound,
    ...variants.flatMap((variant) => [
      `#EXT-X-STREAM-INF:${toAttributes(variant, audioBitsPerS)}`,
      `${variant.name}.m3u8`,
    ]),
    "",
  ].join("\n");
}

function toAttributes(variant: Variant, audioBitsPerS: number | null): string {
  const hasAudio = audioBitsPerS !== null;
  return [
    `BANDWIDTH=${variant.bitsPerS + (audioBitsPerS ?? 0)}`,
    `RESOLUTION=${variant.widthPx}x${variant.heightPx}`,
    `FRAME-RATE=${variant.framesPerSecond.toFixed(3)}`,
    `CODECS="${variant.codec}${hasAudio ? ",mp4a.40.2" : ""}"`,
    ...(hasAudio ? ['AUDIO="sound"'] : []),
  ].join(",");
}

/**
 * Reads profile, constraints and level from the `avcC` box of an init segment (ISO/IEC 14496-15, section 5.3.3).
 * @throws Error if there is no such box
 */
export function readAvcCodec(init: Buffer): string {
  const at = init.indexOf("avcC", 0, "latin1");
  if (at < 0) throw new Error("init segment without avcC");
  return `avc1.${init.subarray(at + 5, at + 8).toString("hex")}`;
}

export type SizedSegment = Segment & { sizeBytes: number };

/** Top-level boxes that describe a single piece and would be wrong for several. */
const OF_ONE_PIECE = new Set(["styp", "sidx"]);

const HEAD_BYTES = 8;

/**
 * In seconds. The first segments are shorter so that the video plays early.
 * docs/decisions/0052-the-first-segment-is-half-a-second.md
 */
export const SEGMENT_S = 4;
const FIRST_S = [0.5, 0.5, 1, 2] as const;
/** A seek decodes from the previous keyframe, so there is one every two seconds: two per segment. */
const KEYFRAME_S = 2;

/** @param index of the segment, from 0 @returns when it ends, in seconds */
export function segmentEndS(index: number): number {
  const first = FIRST_S.slice(0, index + 1).reduce<number>((sum, lengthS) => sum + lengthS, 0);
  return first + Math.max(0, index + 1 - FIRST_S.length) * SEGMENT_S;
}

/** For ffmpeg's `force_key_frames`: at 0, 0.5, 1, 2, 4, 6, 8 … seconds. */
export const KEYFRAMES = `expr:gte(t,if(lt(n_forced,3),n_forced/2,(n_forced-2)*${KEYFRAME_S}))`;

/** ffmpeg ends a piece at the first keyframe at or after each multiple of this. Pieces are joined into segments. */
export const PIECE_S = 0.5;
/** The same beside a copied rung, whose keyframes are fixed. */
export const PIECE_BESIDE_COPY_S = 1;

/** Number of video pieces in a segment: one each at first, later two of two seconds. */
export function piecesOf(index: number): number {
  return index < FIRST_S.length ? 1 : SEGMENT_S / KEYFRAME_S;
}

/** Start times of the segments beside a copied rung that can be cut at these times. No segment starts early. */
export function segmentStartsS(cutsS: readonly number[]): number[] {
  const starts: number[] = [];
  for (const cutS of cutsS)
    if (starts.length === 0 || cutS >= segmentEndS(starts.length - 1) - CLOCK_S) starts.push(cutS);
  return starts;
}

/** Number of pieces per segment, given their start times. Counting keeps the rungs aligned despite rounded clocks. */
export function piecesBetween(piecesS: readonly number[], startsS: readonly number[]): number[] {
  return startsS.map((startS, at) => {
    const endS = startsS[at + 1] ?? Number.POSITIVE_INFINITY;
    return piecesS.filter((pieceS) => pieceS >= startS && pieceS < endS).length;
  });
}

/** A keyframe this much early counts as on time. */
const CLOCK_S = 0.05;

/** Keyframes for the rungs beside a copied one: wherever it can be cut, and once more within longer stretches. */
export function keyframesBeside(cutsS: readonly number[]): number[] {
  return cutsS.flatMap((cutS, index) => {
    const isLong = (cutsS[index + 1] ?? Number.POSITIVE_INFINITY) - cutS >= KEYFRAME_S + PIECE_BESIDE_COPY_S;
    return isLong ? [cutS, cutS + KEYFRAME_S] : [cutS];
  });
}

/**
 * Joins media segments into one: all fragments in order, under the type of the first (ISO/IEC 14496-12, section 8.16).
 */
export function joinPieces(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  if (pieces.length <= 1) return first ?? Buffer.alloc(0);
  const kept = pieces.flatMap((piece, at) =>
    topBoxes(piece).filter(({ kind }) => !OF_ONE_PIECE.has(kind) || (at === 0 && kind === "styp")),
  );
  return Buffer.concat(kept.map(({ bytes }) => bytes));
}

/** @throws RangeError if the segment is truncated */
function topBoxes(segment: Buffer): { kind: string; bytes: Buffer }[] {
  const boxes = [];
  for (let at = 0; at < segment.length; ) {
    const length = segment.readUInt32BE(at);
    if (length < HEAD_BYTES || at + length > segment.length) throw new RangeError("truncated media segment");
    boxes.push({ kind: segment.toString("latin1", at + 4, at + HEAD_BYTES), bytes: segment.subarray(at, at + length) });
    at += length;
  }
  return boxes;
}

/**
 * The peak segment bit rate (RFC 8216, section 4.1): the maximum over all runs of segments that last between half and
 * one and a half times the target. This keeps a short first segment, which is mostly keyframe, from making a rendition
 * look more expensive than it is. A shorter track is measured as a whole.
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
