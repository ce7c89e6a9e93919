import { z } from "zod";

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
  pictureMs: z.number(),
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
  audio: z.object({ index: z.number(), channels: z.number() }).nullable(),
  /** What is missing at the end compared with the length in the header; 0 if the header states none. */
  missingMs: z.number(),
});
export type SourceFacts = z.infer<typeof sourceFacts>;
