import { chooseFrameRate, type Rendition } from "./ladder.ts";
import type { SourceFacts } from "./probe.ts";
import { SAFE_INPUT, SOURCE_NAME } from "./tools.ts";

export const SEGMENT_S = 4;
const AUDIO_KBPS = 128;
const ENCODER_THREADS = 2;

export type Plan = { renditions: readonly Rendition[]; hasAudio: boolean; segmentS: number };

/**
 * Lengths of the segments: 1, 1, 2, then 4 seconds each, so that the first one exists early. Beside
 * a copied rung the others follow its keyframes instead.
 */
const EARLY_KEYFRAMES = "expr:if(lt(n_forced,3),gte(t,n_forced),gte(t,(n_forced-2)*4))";

const HDR_TO_SDR = [
  "zscale=t=linear:npl=100",
  "format=gbrpf32le",
  "zscale=p=bt709",
  "tonemap=tonemap=hable:desat=0",
  "zscale=t=bt709:m=bt709:r=tv",
  "format=yuv420p",
];

/**
 * Arguments of the one ffmpeg call that decodes once and writes every rung and the sound as CMAF
 * segments with a playlist each. Progress goes to standard output.
 */
export function toTranscodeArgs(source: SourceFacts, plan: Plan): string[] {
  const encoded = plan.renditions.filter((rendition) => !rendition.isCopied);
  const isCopying = encoded.length < plan.renditions.length;
  return [
    ...["-progress", "pipe:1", "-stats_period", "0.5"],
    ...SAFE_INPUT,
    ...["-i", SOURCE_NAME],
    ...(encoded.length > 0 ? ["-filter_complex", toFilter(source, encoded)] : []),
    ...plan.renditions.flatMap((rendition, at) =>
      rendition.isCopied
        ? ["-map", `0:${source.videoIndex}`, `-c:v:${at}`, "copy"]
        : toVideoArgs(rendition, at, isCopying ? "source" : EARLY_KEYFRAMES),
    ),
    ...toAudioArgs(source),
    ...["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn"],
    ...toHlsArgs(plan, isCopying),
  ];
}

function toFilter(source: SourceFacts, encoded: readonly Rendition[]): string {
  const rate = chooseFrameRate(source);
  const shared = [
    ...(source.isVariableRate || rate !== source.framesPerSecond ? [`fps=${rate}`] : []),
    ...(source.isAltered ? ["yadif=deint=interlaced"] : []),
    ...(source.isHdr ? HDR_TO_SDR : []),
    `split=${encoded.length}`,
  ];
  const outputs = encoded.map((_, at) => `[s${at}]`).join("");
  const scaled = encoded.map(
    ({ widthPx, heightPx }, at) =>
      `[s${at}]scale=${widthPx}:${heightPx}:flags=bicubic,setsar=1,format=yuv420p[v${encoded[at]?.name}]`,
  );
  return [`[0:${source.videoIndex}]${shared.join(",")}${outputs}`, ...scaled].join(";");
}

function toVideoArgs(rendition: Rendition, at: number, keyframes: string): string[] {
  return [
    ...["-map", `[v${rendition.name}]`, `-c:v:${at}`, "libx264", `-preset:v:${at}`, "veryfast", `-crf:v:${at}`, "23"],
    ...[`-maxrate:v:${at}`, `${rendition.videoKbps}k`, `-bufsize:v:${at}`, `${rendition.videoKbps * 2}k`],
    ...[`-threads:v:${at}`, String(ENCODER_THREADS), `-profile:v:${at}`, "high"],
    // Keyframes only where they are asked for: every rung then cuts its segments at the same moments.
    ...[`-g:v:${at}`, "1000", `-sc_threshold:v:${at}`, "0", `-force_key_frames:v:${at}`, keyframes],
  ];
}

/** Loudness is left alone; more than two channels are mixed down, one stays one. */
function toAudioArgs(source: SourceFacts): string[] {
  if (!source.audio) return [];
  const channels = Math.min(2, source.audio.channels);
  return ["-map", `0:${source.audio.index}`, "-c:a", "aac", "-b:a", `${AUDIO_KBPS}k`, "-ac", String(channels), "-ar", "48000"];
}

function toHlsArgs(plan: Plan, isCopying: boolean): string[] {
  const streams = plan.renditions.map(
    ({ name }, at) => `v:${at},name:${name}${plan.hasAudio ? ",agroup:sound" : ""}`,
  );
  if (plan.hasAudio) streams.push("a:0,agroup:sound,name:audio");
  return [
    ...["-f", "hls", "-hls_segment_type", "fmp4", "-hls_playlist_type", "event"],
    // A segment ends at the first keyframe after this time: where keyframes are ours, at each of them.
    ...["-hls_time", isCopying ? String(SEGMENT_S) : "1", "-hls_flags", "independent_segments+temp_file"],
    ...["-hls_fmp4_init_filename", "init_%v.mp4", "-hls_segment_filename", "%v_%05d.m4s"],
    ...["-var_stream_map", streams.join(" "), "%v.m3u8"],
  ];
}
