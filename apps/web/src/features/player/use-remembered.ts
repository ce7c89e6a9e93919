import { useEffect, useEffectEvent } from "react";
import { readMemory, updateMemory, withPosition } from "./player-memory.ts";

const SAVE_EVERY_MS = 5_000;

/**
 * Starts with the volume and the speed of last time, and keeps both and the place where one is.
 * Stands before the engine in a component: what is kept is read before the source goes.
 */
export function useRemembered(
  video: HTMLVideoElement | null,
  { contentId, lengthS, isSilent }: { contentId: string; lengthS: number; isSilent: boolean },
): void {
  const savePosition = useEffectEvent((element: HTMLVideoElement, id: string) => {
    if (element.readyState === HTMLMediaElement.HAVE_NOTHING || lengthS <= 0) return;
    const atS = element.ended ? lengthS : element.currentTime;
    updateMemory((memory) => withPosition(memory, id, atS, lengthS));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item keeps another place
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    recall(video);
    if (isSilent) video.muted = true;
    // Its own id: by the time it goes, the next one may be there.
    const save = () => savePosition(video, contentId);
    const saveVolume = () => {
      // That we made it silent is nobody's wish, and is not kept for the next video.
      if (isSilent && video.muted) return;
      updateMemory((memory) => ({ ...memory, volume: video.volume, isMuted: video.muted }));
    };
    const saveRate = () => updateMemory((memory) => ({ ...memory, rate: video.playbackRate }));
    const timer = setInterval(() => !video.paused && save(), SAVE_EVERY_MS);
    video.addEventListener("volumechange", saveVolume, { signal });
    video.addEventListener("ratechange", saveRate, { signal });
    video.addEventListener("pause", save, { signal });
    video.addEventListener("ended", save, { signal });
    window.addEventListener("pagehide", save, { signal });
    return () => {
      clearInterval(timer);
      listeners.abort();
      save();
    };
  }, [video, contentId]);
}

function recall(video: HTMLVideoElement): void {
  const { volume, isMuted, rate } = readMemory();
  video.volume = volume;
  video.muted = isMuted;
  // Each load of a source goes back to the default, so that it has to be the default.
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
}
