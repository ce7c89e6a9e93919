/**
 * Each lane has its own concurrency in a worker, so that long work never delays short work.
 *
 * - `short`: takes seconds, and somebody waits for it: emails, payments, counts, lists.
 * - `inspect`: fetches and probes an uploaded file: short, but heavy enough to limit.
 * - `frames`: thumbnails of an upload. They wait for its first segments, and must not delay inspections.
 * - `media`: transcodes a video, for up to twelve hours. ffmpeg uses all cores, so more at once would slow all of them.
 * - `bulk`: maintenance of minutes or hours that nobody waits for: exports, erasures, purges, the demo world.
 */
export const LANES = {
  short: { concurrency: 4 },
  inspect: { concurrency: 2 },
  frames: { concurrency: 2 },
  media: { concurrency: 2 },
  bulk: { concurrency: 3 },
} as const;

export type Lane = keyof typeof LANES;
export const LANE_NAMES = Object.keys(LANES) as Lane[];
