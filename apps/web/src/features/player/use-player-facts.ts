import { type RefObject, useEffect, useState } from "react";
import { captionsOf } from "./player-commands.ts";

export function useIsFullscreen(root: RefObject<HTMLElement | null>): boolean {
  const [isFullscreen, setFullscreen] = useState(false);
  useEffect(() => {
    const read = () =>
      setFullscreen(document.fullscreenElement !== null && document.fullscreenElement === root.current);
    document.addEventListener("fullscreenchange", read);
    return () => document.removeEventListener("fullscreenchange", read);
  }, [root]);
  return isFullscreen;
}

export function useCaptions(video: HTMLVideoElement | null): "none" | "off" | "on" {
  const [captions, setCaptions] = useState<"none" | "off" | "on">("none");
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const read = () => {
      const tracks = captionsOf(video);
      const isOn = tracks.some(({ mode }) => mode === "showing");
      setCaptions(tracks.length === 0 ? "none" : isOn ? "on" : "off");
    };
    for (const event of ["addtrack", "removetrack", "change"])
      video.textTracks.addEventListener(event, read, { signal: listeners.signal });
    read();
    return () => listeners.abort();
  }, [video]);
  return captions;
}
