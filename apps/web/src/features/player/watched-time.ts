import { useEffect, useEffectEvent } from "react";

/** How much of a video was really played, and the position of the last report; null after a jump. */
export type WatchedTime = { watchedS: number; lastAtS: number | null };

export const NOTHING_WATCHED: WatchedTime = { watchedS: 0, lastAtS: null };

/**
 * Browsers report the position four times a second, or once a second in a hidden tab. A longer step than this, even at
 * double speed, was not playback: the page slept or the user jumped.
 */
const MAX_STEP_S = 4;

/** Adds a report made during playback: the time between two neighboring reports was watched. */
export function addPlayed(time: WatchedTime, atS: number): WatchedTime {
  if (!Number.isFinite(atS)) return time;
  const stepS = time.lastAtS === null ? 0 : atS - time.lastAtS;
  const isPlayed = stepS > 0 && stepS <= MAX_STEP_S;
  return { watchedS: isPlayed ? time.watchedS + stepS : time.watchedS, lastAtS: atS };
}

/** For a seek, a pause or a new source: the next report does not continue the last one. */
export function breakPlayed(time: WatchedTime): WatchedTime {
  return { watchedS: time.watchedS, lastAtS: null };
}

/** Calls `onWatched` with the total seconds played and the part just played, whenever there are more. */
export function useWatchedTime(
  video: HTMLVideoElement | null,
  contentId: string,
  onWatched: (watchedS: number, played: readonly [fromS: number, toS: number]) => void,
): void {
  const report = useEffectEvent(onWatched);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each item starts from zero
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let time = NOTHING_WATCHED;
    const interrupt = () => {
      time = breakPlayed(time);
    };
    video.addEventListener("seeking", interrupt, { signal });
    video.addEventListener("emptied", interrupt, { signal });
    video.addEventListener(
      "timeupdate",
      () => {
        if (video.seeking) return;
        const before = time;
        time = addPlayed(time, video.currentTime);
        if (time.watchedS > before.watchedS && before.lastAtS !== null)
          report(time.watchedS, [before.lastAtS, video.currentTime]);
      },
      { signal },
    );
    return () => listeners.abort();
  }, [video, contentId]);
}
