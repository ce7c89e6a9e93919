export type Rendition = {
  /** Unique within its ladder; used in file names. */
  name: string;
  widthPx: number;
  heightPx: number;
  /** Peak bit rate of the video track, in kilobits per second. */
  videoKbps: number;
  isCopied: boolean;
};

/** Rungs go by their short side, so portrait and landscape videos have the same ones. */
const RUNGS = [
  { shortSidePx: 240, videoKbps: 400 },
  { shortSidePx: 360, videoKbps: 800 },
  { shortSidePx: 480, videoKbps: 1_400 },
  { shortSidePx: 720, videoKbps: 2_800 },
  { shortSidePx: 1080, videoKbps: 5_000 },
] as const;

const TOP_PX = 1080;
/** A rung above this fraction of the source's own size is left out in favor of the source's size. */
const NEAR = 0.8;
const FAST_FPS = 32;
const FAST_FACTOR = 1.5;
const COPY_HEADROOM = 1.3;
/** Of the encoded sound, mono or stereo. */
export const AUDIO_KBPS = 128;

type Source = { widthPx: number; heightPx: number; framesPerSecond: number };

/**
 * Chooses the renditions of a source. Never scales up; the top rung has the source's own size, up to 1080p. Sport is
 * fast, so more than 32 frames per second get half as many bits again.
 *
 * @param source displayed size in pixels, after rotation; average frames per second
 * @returns lowest first, never empty
 * @throws RangeError if a number is not positive, which means the probe failed unnoticed
 */
export function chooseRenditions(source: Source): Rendition[] {
  const shortPx = Math.min(source.widthPx, source.heightPx);
  if (!(shortPx > 0) || !(source.framesPerSecond > 0))
    throw new RangeError(`unusable source: ${JSON.stringify(source)}`);
  const topPx = Math.min(shortPx, TOP_PX);
  const below = RUNGS.map((rung) => rung.shortSidePx).filter((px) => px <= topPx * NEAR);
  return [...below, topPx].map((px) => toRendition(source, px));
}

/** As sport is often filmed. */
export function isHighFrameRate(framesPerSecond: number): boolean {
  return framesPerSecond > FAST_FPS;
}

/** The most that H.264 of level 5.2 holds, which browsers play. */
const OWN_MAX = { shortSidePx: 2160, longSidePx: 4096, videoKbps: 60_000 };

/**
 * The rung of a source above 1080p in its own size. It is only ever copied: encoding it would cost more than the whole
 * ladder.
 * @returns null for a smaller source, and one that is too large for browsers
 */
export function chooseOwnSize(source: Source): Rendition | null {
  const shortPx = Math.min(source.widthPx, source.heightPx);
  const longPx = Math.max(source.widthPx, source.heightPx);
  if (shortPx <= TOP_PX || shortPx > OWN_MAX.shortSidePx || longPx > OWN_MAX.longSidePx) return null;
  return { ...toRendition(source, shortPx), videoKbps: OWN_MAX.videoKbps };
}

function toRendition(source: Source, shortSidePx: number): Rendition {
  const scale = shortSidePx / Math.min(source.widthPx, source.heightPx);
  const factor = isHighFrameRate(source.framesPerSecond) ? FAST_FACTOR : 1;
  return {
    name: `${shortSidePx}p`,
    widthPx: toEven(source.widthPx * scale),
    heightPx: toEven(source.heightPx * scale),
    videoKbps: Math.round(kbpsOf(shortSidePx) * factor),
    isCopied: false,
  };
}

/** Between two rungs, the bit rate grows with the number of pixels. */
function kbpsOf(shortSidePx: number): number {
  const above = RUNGS.find((rung) => rung.shortSidePx >= shortSidePx) ?? RUNGS[RUNGS.length - 1];
  if (!above) throw new RangeError("no rungs");
  return Math.max(200, above.videoKbps * (shortSidePx / above.shortSidePx) ** 2);
}

/** H.264 with 4:2:0 chroma needs even sizes. */
export function toEven(px: number): number {
  return Math.max(2, Math.round(px / 2) * 2);
}

/**
 * Whether the stored video can be the top rung without encoding: H.264 that every browser plays, of the rung's size,
 * close to its bit rate, displayed as stored, at a constant frame rate, and as long as its sound.
 */
export function canCopyTop(
  source: Source & {
    videoCodec: string;
    pixelFormat: string;
    videoKbps: number;
    isVariableRate: boolean;
    isAltered: boolean;
    isHdr: boolean;
    lengthMs: number;
    videoMs: number;
  },
  top: Rendition,
): boolean {
  return (
    source.videoCodec === "h264" &&
    source.pixelFormat === "yuv420p" &&
    !source.isVariableRate &&
    !source.isAltered &&
    !source.isHdr &&
    tailS(source) === 0 &&
    source.widthPx === top.widthPx &&
    source.heightPx === top.heightPx &&
    chooseFrameRate(source) === source.framesPerSecond &&
    source.videoKbps <= top.videoKbps * COPY_HEADROOM
  );
}

/** If the picture ends this much before the sound, nobody notices. */
const MAX_UNFILLED_S = 0.1;

/**
 * @returns for how many seconds to hold the last frame until the sound ends, because players stop at the picture's end
 */
export function tailS({ lengthMs, videoMs }: { lengthMs: number; videoMs: number }): number {
  const gapS = (lengthMs - videoMs) / 1000;
  return gapS > MAX_UNFILLED_S ? gapS : 0;
}

/** What encoders put before the first sound: two packets and a bit at most. */
const MAX_PRIMING_S = 0.07;
/** Shorter than two packets: no player stops there. */
const MAX_LATE_S = 0.03;

type Sound = { channels: number; isAacLc: boolean; endMs: number };

/** Whether sound of this kind can be used without encoding: AAC that every browser plays. */
export function isCopyableSound(sound: Sound | null): sound is Sound {
  return sound?.isAacLc === true && sound.channels <= 2;
}

/** Whether it can be used as it is stored: close to our bit rate, without gaps from the start of the picture to its end. */
export function canCopySound(
  source: { startS: number; lengthMs: number; audio: Sound | null },
  stored: { startS: number; endS: number; hasGaps: boolean; kbps: number },
): boolean {
  const lateS = stored.startS - source.startS;
  const endS = stored.endS - source.startS;
  return (
    isCopyableSound(source.audio) &&
    !stored.hasGaps &&
    stored.kbps <= AUDIO_KBPS * COPY_HEADROOM &&
    lateS >= -MAX_PRIMING_S &&
    lateS <= MAX_LATE_S &&
    source.lengthMs / 1000 - endS <= MAX_UNFILLED_S &&
    // Otherwise an edit list leaves out a part of it.
    Math.abs(endS - source.audio.endMs / 1000) <= MAX_LATE_S
  );
}

/** Rates that displays show evenly. */
const COMMON_RATES = [24, 25, 30, 50, 60];
/** A variable rate may lose this fraction of its frames: a phone's 31 is a 30 with a few extra. */
const MAX_FRAME_LOSS = 0.07;
/** Slower sources get duplicated frames, because every segment must start with a frame and every seek must find one. */
const MIN_FPS = 5;

/**
 * The constant frame rate of the renditions. A constant source between 5 and 60 keeps its own; a variable one gets the
 * nearest common rate that does not lose much of its average.
 * @returns frames per second
 */
export function chooseFrameRate(source: { framesPerSecond: number; isVariableRate: boolean }): number {
  const { framesPerSecond } = source;
  if (framesPerSecond > 60.5) return framesPerSecond / Math.ceil(framesPerSecond / 60.5);
  if (!source.isVariableRate && framesPerSecond >= MIN_FPS) return framesPerSecond;
  const enough = COMMON_RATES.filter((rate) => rate >= framesPerSecond * (1 - MAX_FRAME_LOSS));
  const [nearest = 60] = enough.toSorted((a, b) => Math.abs(a - framesPerSecond) - Math.abs(b - framesPerSecond));
  return nearest;
}
