import { useEffect, useEffectEvent } from "react";

/** Calls `onEnded` when playback reaches the end, but not when a paused video is moved there. */
export function useEnded(video: HTMLVideoElement | null, onEnded: (isMuted: boolean) => void): void {
  const notify = useEffectEvent(onEnded);
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let isPlaying = !video.paused;
    const listen = (event: string, then: () => void) => video.addEventListener(event, then, { signal });
    listen("play", () => {
      isPlaying = true;
    });
    // The element fires `pause` just before `ended`.
    listen("pause", () => {
      isPlaying = isPlaying && video.ended;
    });
    listen("ended", () => {
      if (isPlaying) notify(video.muted);
      isPlaying = false;
    });
    return () => listeners.abort();
  }, [video]);
}
