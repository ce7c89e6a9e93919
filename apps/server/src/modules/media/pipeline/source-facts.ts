/** What is known of a source after the probe. Sizes are as displayed: rotated, with square pixels. */
export type SourceFacts = {
  lengthMs: number;
  /** When the last picture ends; the sound may go on. */
  pictureMs: number;
  /** When the first of its tracks begins, in seconds of its own clock. */
  startS: number;
  widthPx: number;
  heightPx: number;
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
};
