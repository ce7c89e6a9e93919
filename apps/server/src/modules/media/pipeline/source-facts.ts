/** What is known of a source after the probe. Sizes are as displayed: rotated, with square pixels. */
export type SourceFacts = {
  lengthMs: number;
  /** When the last picture ends; the sound may go on. */
  pictureMs: number;
  /** When the first of the tracks that are played begins, in seconds of its own clock. */
  startS: number;
  /** How much earlier a track begins that is not played: ffmpeg counts from the first of all. */
  leadS: number;
  widthPx: number;
  heightPx: number;
  /** As shown: an interlaced picture is two. */
  framesPerSecond: number;
  isVariableRate: boolean;
  isInterlaced: boolean;
  /** Rotated or mirrored by metadata, pixels not square, or interlaced: what is stored is not what is shown. */
  isAltered: boolean;
  isHdr: boolean;
  /** Its colours, as ffmpeg names them; null for a plain picture. */
  hdr: { transfer: string; primaries: string; matrix: string } | null;
  videoCodec: string;
  pixelFormat: string;
  videoKbps: number;
  videoIndex: number;
  audio: { index: number; channels: number } | null;
  /** What the header claims at the end of a track and is not there; 0 without a claim. */
  missingMs: number;
};
