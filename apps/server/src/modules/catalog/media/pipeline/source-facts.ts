import { z } from "zod";

/** The file cannot be used. The message is a sentence for its owner; anything else that is thrown is a fault of ours. */
export class MediaFault extends Error {
  override readonly name = "MediaFault";
}

/**
 * What is known of a source after the probe. Sizes are as displayed: rotated, with square pixels. As a schema, because
 * the look at an upload writes it down for the processing.
 */
export const sourceFacts = z.object({
  lengthMs: z.number(),
  /** When the last picture ends; the sound may go on. */
  pictureMs: z.number(),
  /** When the first of the tracks that are played begins, in seconds of its own clock. */
  startS: z.number(),
  /** How much earlier a track begins that is not played: ffmpeg counts from the first of all. */
  leadS: z.number(),
  widthPx: z.number(),
  heightPx: z.number(),
  /** As shown: an interlaced picture is two. */
  framesPerSecond: z.number(),
  isVariableRate: z.boolean(),
  isInterlaced: z.boolean(),
  /** Rotated or mirrored by metadata, pixels not square, or interlaced: what is stored is not what is shown. */
  isAltered: z.boolean(),
  isHdr: z.boolean(),
  /** Its colours, as ffmpeg names them; null for a plain picture. */
  hdr: z.object({ transfer: z.string(), primaries: z.string(), matrix: z.string() }).nullable(),
  videoCodec: z.string(),
  pixelFormat: z.string(),
  videoKbps: z.number(),
  videoIndex: z.number(),
  audio: z.object({ index: z.number(), channels: z.number() }).nullable(),
  /** What the header claims at the end of a track and is not there; 0 without a claim. */
  missingMs: z.number(),
});
export type SourceFacts = z.infer<typeof sourceFacts>;
