/**
 * Each lane has its own concurrency in a worker, so that long work in one never keeps short work in another waiting.
 *
 * - `short`: somebody waits for it, and it takes seconds: mails, links, money, counts, lists.
 * - `inspect`: the look at a file that has arrived. It is fetched and probed: short, but heavy enough to be bounded.
 * - `frames`: the stills of that file. They wait for its first segments, and no look may wait for them.
 * - `media`: a video, for up to twelve hours. ffmpeg takes all cores for each: more at once only makes all of them late.
 * - `bulk`: upkeep that may take minutes or hours and that nobody waits for: exports, erasures, purges, the demo world.
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
