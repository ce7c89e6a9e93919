import type { Rendition } from "./ladder.ts";

export const AUDIO_NAME = "audio";
const AUDIO_BITS_PER_S = 140_000;

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

/** The multivariant playlist. The lowest variant comes first, so players start with what loads fastest. */
export function toMultivariantPlaylist(variants: readonly Variant[], hasAudio: boolean): string {
  const sound = hasAudio
    ? [`#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="${AUDIO_NAME}.m3u8"`]
    : [];
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...sound,
    ...variants.flatMap((variant) => [`#EXT-X-STREAM-INF:${toAttributes(variant, hasAudio)}`, `${variant.name}.m3u8`]),
    "",
  ].join("\n");
}

function toAttributes(variant: Variant, hasAudio: boolean): string {
  return [
    `BANDWIDTH=${variant.bitsPerS + (hasAudio ? AUDIO_BITS_PER_S : 0)}`,
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
