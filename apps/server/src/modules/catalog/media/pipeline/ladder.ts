export type Rendition = {
  /** Unique in its ladder; names its files. */
  name: string;
  widthPx: number;
  heightPx: number;
  /** Peak of the video track, in kilobits a second. */
  videoKbps: number;
  isCopied: boolean;
};

/** Named by their short side, so that a portrait video has the same rungs as a landscape one. */
const RUNGS = [
  { shortSidePx: 240, videoKbps: 400 },
  { shortSidePx: 360, videoKbps: 800 },
  { shortSidePx: 480, videoKbps: 1_400 },
  { shortSidePx: 720, videoKbps: 2_800 },
  { shortSidePx: 1080, videoKbps: 5_000 },
] as const;

const TOP_PX = 1080;
/** A rung this close below the source's own size is left out in favour of the source's size. */
const NEAR = 0.8;
const FAST_FPS = 32;
const FAST_FACTOR = 1.5;
const COPY_HEADROOM = 1.3;

type Source = { widthPx: number; heightPx: number; framesPerSecond: number };

/**
 * Which renditions to make of a source. Never scales up; the topmost has the source's own size up to
 * 1080 lines. Sport is fast: more than 32 frames a second cost half as much again in bits.
 *
 * @param source displayed size in pixels, after rotation; average frames per second
 * @returns lowest first, never empty
 * @throws RangeError when a number is not positive: the probe failed and nobody noticed
 */
export function chooseRenditions(source: Source): Rendition[] {
  const shortPx = Math.min(source.widthPx, source.heightPx);
  if (!(shortPx > 0) || !(source.framesPerSecond > 0))
    throw new RangeError(`unusable source: ${JSON.stringify(source)}`);
  const topPx = Math.min(shortPx, TOP_PX);
  const below = RUNGS.map((rung) => rung.shortSidePx).filter((px) => px <= topPx * NEAR);
  return [...below, topPx].map((px) => toRendition(source, px));
}

function toRendition(source: Source, shortSidePx: number): Rendition {
  const scale = shortSidePx / Math.min(source.widthPx, source.heightPx);
  const factor = source.framesPerSecond > FAST_FPS ? FAST_FACTOR : 1;
  return {
    name: `${shortSidePx}p`,
    widthPx: toEven(source.widthPx * scale),
    heightPx: toEven(source.heightPx * scale),
    videoKbps: Math.round(kbpsOf(shortSidePx) * factor),
    isCopied: false,
  };
}

/** Between two rungs the bits grow with the number of pixels. */
function kbpsOf(shortSidePx: number): number {
  const above = RUNGS.find((rung) => rung.shortSidePx >= shortSidePx) ?? RUNGS[RUNGS.length - 1];
  if (!above) throw new RangeError("no rungs");
  return Math.max(200, above.videoKbps * (shortSidePx / above.shortSidePx) ** 2);
}

/** H.264 with 4:2:0 colours needs even sizes. */
export function toEven(px: number): number {
  return Math.max(2, Math.round(px / 2) * 2);
}

/**
 * Whether the stored video can stand as the top rung as it is: H.264 that every browser plays, of
 * the rung's size, not much above its bits, shown as it is stored, at a constant rate, and to the end of the sound.
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
    pictureMs: number;
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

/** A picture that ends this much before the sound is not filled up: nobody notices. */
const LONGEST_GAP_S = 0.1;

/** @returns seconds for which the last picture stays, because the sound goes on: a player would stop at its end */
export function tailS({ lengthMs, pictureMs }: { lengthMs: number; pictureMs: number }): number {
  const gapS = (lengthMs - pictureMs) / 1000;
  return gapS > LONGEST_GAP_S ? gapS : 0;
}

/** Rates that screens show evenly. */
const COMMON_RATES = [24, 25, 30, 50, 60];
/** A variable rate may lose this part of its pictures: a phone's 31 is a 30 that now and then was quick. */
const LOST_PICTURES = 0.07;
/** Slower ones are filled up: a segment has to begin with a picture, and a seek has to find one. */
const SLOWEST_FPS = 5;

/**
 * The constant rate of the renditions. A constant source from 5 to 60 keeps its own; a variable one
 * gets the nearest common rate that does not lose much of its average.
 * @returns frames per second
 */
export function chooseFrameRate(source: { framesPerSecond: number; isVariableRate: boolean }): number {
  const { framesPerSecond } = source;
  if (framesPerSecond > 60.5) return framesPerSecond / Math.ceil(framesPerSecond / 60.5);
  if (!source.isVariableRate && framesPerSecond >= SLOWEST_FPS) return framesPerSecond;
  const enough = COMMON_RATES.filter((rate) => rate >= framesPerSecond * (1 - LOST_PICTURES));
  const [nearest = 60] = enough.toSorted((a, b) => Math.abs(a - framesPerSecond) - Math.abs(b - framesPerSecond));
  return nearest;
}
