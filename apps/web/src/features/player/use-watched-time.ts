import { useEffect, useEffectEvent } from "react";
import { addPlayed, breakPlayed, NOTHING_WATCHED } from "./watched-time.ts";

/** Tells how many seconds have truly been played, each time there are more of them. */
export function useWatchedTime(
  video: HTMLVideoElement | null,
  contentId: string,
  onWatched: (watchedS: number) => void,
): void {
  const tell = useEffectEvent(onWatched);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is counted from nothing
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
        const before = time.watchedS;
        time = addPlayed(time, video.currentTime);
        if (time.watchedS > before) tell(time.watchedS);
      },
      { signal },
    );
    return () => listeners.abort();
  }, [video, contentId]);
}
