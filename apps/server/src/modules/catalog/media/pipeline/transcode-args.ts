import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { AUDIO_KBPS, chooseFrameRate, isHighFrameRate, type Rendition, tailS } from "./ladder.ts";
import { AUDIO_NAME, KEYFRAMES, keyframesBeside, PIECE_BESIDE_COPY_S, PIECE_S } from "./playlists.ts";
import type { SourceFacts } from "./source-facts.ts";
import { SAFE_INPUT } from "./tools.ts";

const ENCODER_THREADS = 2;

/** With our settings, this share of a rung's bit rate gives as good a picture as PeerTube's with all of it. */
const MAXRATE_SHARE = 0.93;

/**
 * How a rung is encoded. Chosen by measurement: docs/decisions/0062-x264-settings.md. Half-pixel searches and no trellis
 * cost as little as the next faster preset, whose short look-ahead wastes bits. At a high frame rate x264 spends less on
 * each frame, so it needs a lower CRF.
 */
export function toH264Args({ framesPerSecond, videoKbps }: { framesPerSecond: number; videoKbps: number }): string[] {
  const maxrateKbps = Math.round(videoKbps * MAXRATE_SHARE);
  return [
    ...["-preset", "faster", "-crf", isHighFrameRate(framesPerSecond) ? "23.2" : "23.5"],
    ...["-x264-params", "subme=2:trellis=0"],
    ...["-maxrate", `${maxrateKbps}k`, "-bufsize", `${2 * maxrateKbps}k`],
  ];
}

export type Plan = {
  /** Lowest first. */
  renditions: readonly Rendition[];
  hasAudio: boolean;
  isAudioCopied: boolean;
  /** No segment is longer. */
  segmentS: number;
  /** Where pieces of a copied rung start, in seconds. */
  cutsS?: readonly number[];
};

/**
 * Arguments of the single ffmpeg call that decodes once and writes every rung and the audio as CMAF segments, each with
 * a playlist. Progress goes to standard output.
 */
export function toTranscodeArgs(source: SourceFacts, plan: Plan): string[] {
  const encoded = plan.renditions.filter((rendition) => !rendition.isCopied);
  return [
    ...["-progress", "pipe:1", "-stats_period", "0.5"],
    ...SAFE_INPUT,
    ...["-itsoffset", (-source.leadS).toFixed(6), "-i", SOURCE_NAME],
    ...(encoded.length > 0 ? ["-filter_complex", toFilter(source, encoded)] : []),
    ...plan.renditions.flatMap((rendition, at) =>
      rendition.isCopied
        ? ["-map", `0:${source.videoIndex}`, `-c:v:${at}`, "copy"]
        : toVideoArgs(rendition, at, { framesPerSecond: chooseFrameRate(source), keyframes: toKeyframes(plan) }),
    ),
    ...toAudioArgs(source, plan),
    ...["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn"],
    // A piece ends at the first keyframe at or after each multiple; with our own keyframes, at every keyframe.
    ...toHlsArgs(plan, { pieceS: plan.cutsS ? PIECE_BESIDE_COPY_S : PIECE_S, playlistType: "event" }),
    ...toDecodeArgs(source, { ...plan, isPictureOnlyCopied: encoded.length === 0 }),
  ];
}

/** A track that is only copied is decoded too; otherwise nobody would learn that it is damaged. */
function toDecodeArgs(
  { videoIndex, audio }: SourceFacts,
  { isPictureOnlyCopied, isAudioCopied }: { isPictureOnlyCopied: boolean; isAudioCopied: boolean },
): string[] {
  const indexes = [...(isPictureOnlyCopied ? [videoIndex] : []), ...(isAudioCopied && audio ? [audio.index] : [])];
  return indexes.length > 0 ? [...indexes.flatMap((index) => ["-map", `0:${index}`]), "-f", "null", "-"] : [];
}

/** Beside a copied rung, the others start their segments at the same times. */
function toKeyframes({ cutsS }: Plan): string {
  return cutsS
    ? keyframesBeside(cutsS)
        .map((atS) => atS.toFixed(6))
        .join(",")
    : KEYFRAMES;
}

/** Each rung is scaled from the one above it, so only the top one processes every pixel of the source. */
function toFilter(source: SourceFacts, encoded: readonly Rendition[]): string {
  // Needed even if the rate is unchanged, so that the first frame is at zero.
  const shared = [
    ...toPictures(source, "send_field"),
    `fps=${chooseFrameRate(source)}:start_time=0`,
    ...toTail(source),
  ];
  const fromTop = encoded.toReversed();
  const steps = fromTop.map((rung, at) => {
    const scaled = at === 0 ? [...shared, ...toSize(source, rung, "yuv420p")] : toSize({ hdr: null }, rung, "yuv420p");
    const from = at === 0 ? `0:${source.videoIndex}` : `below${at}`;
    const isLowest = at === fromTop.length - 1;
    const to = isLowest ? `[v${rung.name}]` : `,split=2[v${rung.name}][below${at + 1}]`;
    return `[${from}]${scaled.join(",")}${to}`;
  });
  return steps.join(";");
}

/** Holds the last frame while the sound continues. */
function toTail(source: SourceFacts): string[] {
  const missingS = tailS(source);
  return missingS > 0 ? [`tpad=stop_mode=clone:stop_duration=${missingS.toFixed(3)}`] : [];
}

/** Options that hold for one of several video streams of the output. */
function ofStream(options: readonly string[], at: number): string[] {
  return options.map((option) => (option.startsWith("-") ? `${option}:v:${at}` : option));
}

function toVideoArgs(
  { name, videoKbps }: Rendition,
  at: number,
  { framesPerSecond, keyframes }: { framesPerSecond: number; keyframes: string },
): string[] {
  return [
    ...["-map", `[v${name}]`, `-c:v:${at}`, "libx264", ...ofStream(toH264Args({ framesPerSecond, videoKbps }), at)],
    ...[`-threads:v:${at}`, String(ENCODER_THREADS), `-profile:v:${at}`, "high"],
    // Only forced keyframes, so that every rung cuts its segments at the same times.
    ...[`-g:v:${at}`, "1000", `-sc_threshold:v:${at}`, "0", `-force_key_frames:v:${at}`, keyframes],
  ];
}

/**
 * Copies the sound, or encodes it. Encoding keeps the loudness; more than two channels are mixed down, mono stays mono.
 * Silence fills gaps at the start, in between and at the end, because players stop at a gap.
 */
function toAudioArgs(source: SourceFacts, { isAudioCopied }: Plan): string[] {
  if (!source.audio) return [];
  const map = ["-map", `0:${source.audio.index}`];
  if (isAudioCopied) return [...map, "-c:a", "copy"];
  const filter = `aresample=48000:async=1:first_pts=0,apad=whole_dur=${(source.lengthMs / 1000).toFixed(3)}`;
  const channels = Math.min(2, source.audio.channels);
  return [...map, "-c:a", "aac", "-b:a", `${AUDIO_KBPS}k`, "-ac", String(channels), "-af", filter];
}

type Tracks = { renditions: readonly { name: string }[]; hasAudio: boolean };

/** The output: segments and playlists of all mapped tracks, video from the lowest rung up, then the sound. */
export function toHlsArgs(
  { renditions, hasAudio }: Tracks,
  { pieceS, playlistType }: { pieceS: number; playlistType: "event" | "vod" },
): string[] {
  const group = hasAudio ? ",agroup:sound" : "";
  const streams = renditions.map(({ name }, at) => `v:${at},name:${name}${group}`);
  if (hasAudio) streams.push(`a:0,name:${AUDIO_NAME}${group}`);
  // With a single stream, ffmpeg does not expand `%v` in this name.
  const only = streams.length === 1 ? renditions[0]?.name : undefined;
  return [
    ...["-f", "hls", "-hls_segment_type", "fmp4", "-hls_playlist_type", playlistType],
    ...["-hls_time", String(pieceS), "-hls_flags", "independent_segments+temp_file"],
    ...["-hls_fmp4_init_filename", `init_${only ?? "%v"}.mp4`, "-hls_segment_filename", "%v_%05d.m4s"],
    ...["-var_stream_map", streams.join(" "), "%v.m3u8"],
  ];
}

type Pixels = { widthPx: number; heightPx: number };

/**
 * Deinterlaces if needed. Must come first, because scaled fields can no longer be joined.
 * @param each `send_field` makes a frame of each field and keeps all motion, `send_frame` one of two
 */
export function toPictures(source: Pick<SourceFacts, "isInterlaced">, each: "send_field" | "send_frame"): string[] {
  return source.isInterlaced ? [`yadif=mode=${each}:deint=interlaced`] : [];
}

/**
 * Scales to a size with square pixels. HDR sources are tone-mapped to SDR on the way, at the smaller size, because that
 * uses floating point and is expensive.
 */
export function toSize(source: Pick<SourceFacts, "hdr">, size: Pixels, pixelFormat: "yuv420p" | "rgb24"): string[] {
  const { widthPx, heightPx } = size;
  if (!source.hdr) return [`scale=${widthPx}:${heightPx}:flags=bicubic`, "setsar=1", `format=${pixelFormat}`];
  const { transfer, primaries, matrix } = source.hdr;
  return [
    // Set explicitly, because zscale refuses to convert from values a file does not state.
    `zscale=w=${widthPx}:h=${heightPx}:f=bicubic:tin=${transfer}:pin=${primaries}:min=${matrix}:t=linear:npl=100:p=bt709`,
    "format=gbrpf32le",
    "tonemap=tonemap=hable:desat=0",
    "zscale=t=bt709",
    // Clips colors outside BT.709 while they are still RGB. Otherwise their chroma is clipped, which shifts red and cyan, or
    // not, depending on which code zscale has for this processor.
    "format=gbrp10le",
    "zscale=m=bt709:r=tv",
    "setsar=1",
    "format=yuv420p",
    ...(pixelFormat === "yuv420p" ? [] : [`scale=in_color_matrix=bt709`, `format=${pixelFormat}`]),
  ];
}
