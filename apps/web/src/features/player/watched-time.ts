/** How much of a video was truly played, and where the last report stood; null after a jump. */
export type WatchedTime = { watchedS: number; lastAtS: number | null };

export const NOTHING_WATCHED: WatchedTime = { watchedS: 0, lastAtS: null };

/**
 * Browsers report the position four times a second, once a second in a hidden tab. A step longer
 * than this, even at double speed, was no playing: the page slept or somebody jumped.
 */
const LONGEST_STEP_S = 4;

/** Takes a report made while playing; what lies between two neighbouring reports was watched. */
export function addPlayed(time: WatchedTime, atS: number): WatchedTime {
  if (!Number.isFinite(atS)) return time;
  const stepS = time.lastAtS === null ? 0 : atS - time.lastAtS;
  const isPlayed = stepS > 0 && stepS <= LONGEST_STEP_S;
  return { watchedS: isPlayed ? time.watchedS + stepS : time.watchedS, lastAtS: atS };
}

/** Forgets where the last report stood: a seek, a pause or another source came in between. */
export function breakPlayed(time: WatchedTime): WatchedTime {
  return { watchedS: time.watchedS, lastAtS: null };
}
