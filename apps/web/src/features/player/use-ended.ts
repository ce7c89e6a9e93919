import { useEffect, useEffectEvent } from "react";

/** Tells that a video has played to its end, and not that somebody moved a paused one there. */
export function useEnded(video: HTMLVideoElement | null, onEnded: (isMuted: boolean) => void): void {
  const tell = useEffectEvent(onEnded);
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let isPlaying = !video.paused;
    const listen = (event: string, then: () => void) => video.addEventListener(event, then, { signal });
    listen("play", () => {
      isPlaying = true;
    });
    // At the end it pauses by itself.
    listen("pause", () => {
      isPlaying = isPlaying && video.ended;
    });
    listen("ended", () => {
      if (isPlaying) tell(video.muted);
      isPlaying = false;
    });
    return () => listeners.abort();
  }, [video]);
}
