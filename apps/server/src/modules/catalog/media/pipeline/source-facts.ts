import { z } from "zod";

export const FILE_IS_GONE = "The file is no longer there. Please upload it again.";

/** The file cannot be used. The message is written for its owner; any other error is our own. */
export class MediaFault extends Error {
  override readonly name = "MediaFault";
}

/**
 * What the probe found out. Sizes are as displayed: rotated, with square pixels. A schema, because the upload check
 * stores it for the processing.
 */
export const sourceFacts = z.object({
  lengthMs: z.number(),
  /** When the last frame ends; the sound may be longer. */
  videoMs: z.number(),
  /** When the first played track starts, in seconds of its own clock. */
  startS: z.number(),
  /** How much earlier an unplayed track starts; ffmpeg counts from the first track of all. */
  leadS: z.number(),
  widthPx: z.number(),
  heightPx: z.number(),
  /** As displayed: an interlaced frame counts as two. */
  framesPerSecond: z.number(),
  isVariableRate: z.boolean(),
  isInterlaced: z.boolean(),
  /** Displayed differently than stored: rotated or mirrored by metadata, non-square pixels, or interlaced. */
  isAltered: z.boolean(),
  isHdr: z.boolean(),
  /** Color properties by their ffmpeg names; null for SDR. */
  hdr: z.object({ transfer: z.string(), primaries: z.string(), matrix: z.string() }).nullable(),
  videoCodec: z.string(),
  pixelFormat: z.string(),
  videoKbps: z.number(),
  videoIndex: z.number(),
  audio: z
    .object({
      index: z.number(),
      channels: z.number(),
      /**
       * AAC Low Complexity, which every browser plays. An upload that an earlier release checked has neither this nor
       * `endMs`.
       */
      isAacLc: z.boolean().default(false),
      /** When it ends, from the start of the first played track. */
      endMs: z.number().default(0),
    })
    .nullable(),
  /** What is missing at the end compared with the length in the header; 0 if the header states none. */
  missingMs: z.number(),
});
export type SourceFacts = z.infer<typeof sourceFacts>;

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

type Judged = Pick<SourceFacts, "lengthMs" | "widthPx" | "heightPx" | "framesPerSecond" | "videoCodec"> & {
  streams: number;
  sizeBytes: number;
};

/** Each limit with the message for a file beyond it, in the order of checking. A missing number is refused. */
const LIMITS: readonly [isWithin: (file: Judged) => boolean, fault: string | ((file: Judged) => string)][] = [
  [
    ({ videoCodec }) => canDecodePicture(videoCodec),
    ({ videoCodec }) =>
      `The video is encoded as “${videoCodec}”, which we do not support. Please save it as H.264 and upload it again.`,
  ],
  [
    ({ streams }) => streams <= MAX_STREAMS,
    "The file contains too many tracks. Please save it with one video track and one audio track and upload it again.",
  ],
  [({ lengthMs }) => lengthMs >= MIN_LENGTH_MS, "The video is shorter than half a second."],
  [
    ({ lengthMs }) => lengthMs <= MAX_HOURS * 3_600_000,
    `The video is longer than ${MAX_HOURS} hours. Please upload it in parts.`,
  ],
  [
    ({ sizeBytes, lengthMs }) => sizeBytes <= 0 || sizeBytes / (lengthMs / 1000) >= MIN_BYTES_PER_SECOND,
    "The file contains less video than it claims. Please check that it plays to the end.",
  ],
  [
    ({ widthPx, heightPx }) => Math.min(widthPx, heightPx) >= MIN_SIDE_PX,
    "The video is too small. Please save it at a larger size and upload it again.",
  ],
  [
    ({ widthPx, heightPx }) => widthPx * heightPx <= MAX_PIXELS && Math.max(widthPx, heightPx) <= MAX_SIDE_PX,
    "The video is larger than 8K. Please save it at a smaller size and upload it again.",
  ],
  [
    ({ framesPerSecond }) => !(framesPerSecond > MAX_FRAMES_PER_SECOND),
    `The video has more than ${MAX_FRAMES_PER_SECOND} frames per second. Please save it at a lower frame rate and upload it again.`,
  ],
];

/** The limits on what is processed at all. @throws MediaFault */
export function requireUsable(
  source: Omit<Judged, "streams" | "sizeBytes">,
  file: { streams: number; sizeBytes: number },
): void {
  const judged = { ...source, ...file };
  for (const [isWithin, fault] of LIMITS)
    if (!isWithin(judged)) throw new MediaFault(typeof fault === "string" ? fault : fault(judged));
}
