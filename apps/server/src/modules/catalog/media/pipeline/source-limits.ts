import type { SourceFacts } from "./source-facts.ts";
import { MediaFault } from "./source-facts.ts";

const MIN_LENGTH_MS = 500;
const MAX_HOURS = 6;
export const MAX_PIXELS = 8192 * 4320;
const MAX_SIDE_PX = 8192;
const MIN_SIDE_PX = 32;
const MAX_FRAMES_PER_SECOND = 250;
export const MAX_STREAMS = 32;
/** No real video is smaller. A file below this claims a length it does not have. */
const MIN_BYTES_PER_SECOND = 100;

/** Supported codecs by their ffprobe names, and the decoders ffmpeg may use for each. */
const VIDEO: Record<string, readonly string[]> = {
  h264: ["h264"],
  hevc: ["hevc"],
  vp8: ["vp8"],
  vp9: ["vp9"],
  av1: ["libdav1d", "av1"],
  mpeg4: ["mpeg4"],
  mpeg2video: ["mpeg2video"],
  prores: ["prores"],
  mjpeg: ["mjpeg"],
};
const AUDIO: Record<string, readonly string[]> = {
  aac: ["aac"],
  mp3: ["mp3float", "mp3"],
  mp2: ["mp2float", "mp2"],
  opus: ["opus"],
  vorbis: ["vorbis"],
  ac3: ["ac3"],
  eac3: ["eac3"],
  flac: ["flac"],
  alac: ["alac"],
  amr_nb: ["amrnb"],
  amr_wb: ["amrwb"],
  ...Object.fromEntries(
    ["u8", "s8", "alaw", "mulaw", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be"]
      .map((kind) => `pcm_${kind}`)
      .map((name) => [name, [name]]),
  ),
};
export const VIDEO_DECODERS = Object.values(VIDEO).flat();
export const AUDIO_DECODERS = Object.values(AUDIO).flat();

/** Decoders for tracks that may accompany the video and are left out: text and cover art. */
export const IGNORED_DECODERS = [
  "mov_text",
  "subrip",
  "srt",
  "ssa",
  "ass",
  "webvtt",
  "cc_dec",
  "dvdsub",
  "pgssub",
  "png",
];

export function canDecodePicture(codec: string): boolean {
  return Object.hasOwn(VIDEO, codec);
}

export function canDecodeSound(codec: string): boolean {
  return Object.hasOwn(AUDIO, codec);
}

/** The limits on what is processed at all. @throws MediaFault */
export function requireUsable(
  source: Pick<SourceFacts, "lengthMs" | "widthPx" | "heightPx" | "framesPerSecond" | "videoCodec">,
  file: { streams: number; sizeBytes: number },
): void {
  const { lengthMs, widthPx, heightPx } = source;
  if (!canDecodePicture(source.videoCodec))
    throw new MediaFault(
      `The video is coded as “${source.videoCodec}”, which we do not take. Please save it as H.264 and send it again.`,
    );
  if (file.streams > MAX_STREAMS) throw new MediaFault("The file holds too many tracks.");
  if (!(lengthMs >= MIN_LENGTH_MS)) throw new MediaFault("The video is shorter than half a second.");
  if (lengthMs > MAX_HOURS * 3_600_000)
    throw new MediaFault(`The video is longer than ${MAX_HOURS} hours. Please send it in parts.`);
  if (file.sizeBytes > 0 && file.sizeBytes / (lengthMs / 1000) < MIN_BYTES_PER_SECOND)
    throw new MediaFault("The file does not hold as much video as it says. Please check that it plays to its end.");
  if (!(Math.min(widthPx, heightPx) >= MIN_SIDE_PX)) throw new MediaFault("The picture is too small.");
  if (widthPx * heightPx > MAX_PIXELS || Math.max(widthPx, heightPx) > MAX_SIDE_PX)
    throw new MediaFault("The picture is larger than 8K. Please save it smaller and send it again.");
  if (source.framesPerSecond > MAX_FRAMES_PER_SECOND)
    throw new MediaFault(`The video has more than ${MAX_FRAMES_PER_SECOND} frames a second.`);
}
