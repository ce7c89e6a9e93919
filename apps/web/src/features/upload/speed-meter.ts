/** How fast bytes go, smoothed, so that the time left does not jump about. */
export type SpeedMeter = { bytesPerS: number | null; last: { bytes: number; atMs: number } | null };

export const NO_SPEED: SpeedMeter = { bytesPerS: null, last: null };

/** After this long a change of speed shows by two thirds. */
const SMOOTHED_OVER_MS = 5_000;
const SAMPLE_EVERY_MS = 250;

export function addSample(meter: SpeedMeter, bytes: number, atMs: number): SpeedMeter {
  if (meter.last === null) return { ...meter, last: { bytes, atMs } };
  const tookMs = atMs - meter.last.atMs;
  const sent = bytes - meter.last.bytes;
  // A piece that failed is sent again: the count falls back, and that is no speed.
  if (sent < 0 || tookMs < 0) return { ...meter, last: { bytes, atMs } };
  if (tookMs < SAMPLE_EVERY_MS) return meter;
  const now = (sent * 1000) / tookMs;
  const weight = 1 - Math.exp(-tookMs / SMOOTHED_OVER_MS);
  const bytesPerS = meter.bytesPerS === null ? now : meter.bytesPerS + weight * (now - meter.bytesPerS);
  return { bytesPerS, last: { bytes, atMs } };
}

/** @returns null while nothing sensible can be said */
export function secondsLeft(meter: SpeedMeter, bytesLeft: number): number | null {
  if (meter.bytesPerS === null || meter.bytesPerS < 1) return null;
  return bytesLeft / meter.bytesPerS;
}
