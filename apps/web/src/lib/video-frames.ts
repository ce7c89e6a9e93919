/** For a stream that does not say it. */
const USUAL_FRAME_RATE = 30;

/**
 * The middle of the next frame: browsers round, and its very start might show the frame before.
 * @param shownAtS the start of the frame that is shown, where the browser tells it; otherwise the position
 */
export function stepTarget(shownAtS: number, framesPerSecond: number, frames: number): number {
  const rate = framesPerSecond > 0 ? framesPerSecond : USUAL_FRAME_RATE;
  // Positions are not exact in binary: frame 30 of 30 a second may be at 0.99999.
  const frame = Math.floor(shownAtS * rate + 0.01);
  return Math.max(0, (frame + frames + 0.5) / rate);
}

const LATE_START_MAX_S = 0.5;

/** Where the first frame begins: in many streams a little after 0, where it is shown as well. */
export function firstFrameS({ buffered }: Pick<HTMLVideoElement, "buffered">): number {
  const startS = buffered.length > 0 ? buffered.start(0) : 0;
  return startS < LATE_START_MAX_S ? startS : 0;
}

/**
 * Draws the frame that the video shows.
 * @param maxWidthPx a wider frame is scaled down
 * @throws Error if there is no frame
 */
export function drawFrame(video: HTMLVideoElement, maxWidthPx = Number.POSITIVE_INFINITY): CanvasRenderingContext2D {
  const scale = Math.min(1, maxWidthPx / video.videoWidth);
  const canvas = document.createElement("canvas");
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context || video.videoWidth === 0) throw new Error("no frame");
  context.drawImage(video, 0, 0, width, height);
  return context;
}

/** @throws Error if the browser does not allow reading the frame */
export async function toPicture({ canvas }: CanvasRenderingContext2D, type: "image/png" | "image/jpeg"): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!blob) throw new Error("no picture");
  return blob;
}
