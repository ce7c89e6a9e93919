import { useEffect, useEffectEvent } from "react";
import { readMemory, updateMemory, withPosition } from "./player-memory.ts";

const SAVE_EVERY_MS = 5_000;

/**
 * Restores volume and speed, and stores them together with the position. Call it before `useEngine`, so that on cleanup
 * the position is read before the source is removed.
 */
export function usePlayerMemory(
  video: HTMLVideoElement | null,
  { contentId, lengthS, startsMuted }: { contentId: string; lengthS: number; startsMuted: boolean },
): void {
  const savePosition = useEffectEvent((element: HTMLVideoElement, id: string) => {
    if (element.readyState === HTMLMediaElement.HAVE_NOTHING || lengthS <= 0) return;
    const atS = element.ended ? lengthS : element.currentTime;
    updateMemory((memory) => withPosition(memory, id, atS, lengthS));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each item has its own position
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    restoreSettings(video);
    if (startsMuted) video.muted = true;
    // Captures the id, because the next item may have replaced it by the time of cleanup.
    const save = () => savePosition(video, contentId);
    const saveVolume = () => {
      // Muted by us, not by the user.
      if (startsMuted && video.muted) return;
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

function restoreSettings(video: HTMLVideoElement): void {
  const { volume, isMuted, rate } = readMemory();
  video.volume = volume;
  video.muted = isMuted;
  // Loading a source resets the speed to the default.
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
}
