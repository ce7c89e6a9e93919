import type { FilmNote } from "@app/contract/film-notes";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Loop } from "#lib/film-player.ts";
import { useEnded } from "#lib/use-ended.ts";

/** A browser may round the time that it is sent to. */
const SAME_FRAME_S = 0.01;

/** @returns reads the start time of the visible frame; null if the browser does not report it */
export function useShownFrame(video: HTMLVideoElement | null): () => number | null {
  const shownAtS = useRef<number | null>(null);
  useEffect(() => {
    if (!video || !("requestVideoFrameCallback" in video)) return;
    const onFrame: VideoFrameRequestCallback = (_, { mediaTime }) => {
      shownAtS.current = mediaTime;
      handle = video.requestVideoFrameCallback(onFrame);
    };
    let handle = video.requestVideoFrameCallback(onFrame);
    // The frame before a seek says nothing about the one after it.
    const reset = () => {
      shownAtS.current = null;
    };
    video.addEventListener("seeking", reset);
    return () => {
      video.cancelVideoFrameCallback(handle);
      video.removeEventListener("seeking", reset);
    };
  }, [video]);
  return () => (video?.seeking ? null : shownAtS.current);
}

/** Repeats the part between A and B. Checked on each frame, because browsers report the position too rarely. */
export function useLoop(video: HTMLVideoElement | null, loop: Loop | null): void {
  const [fromS, toS] = [loop?.fromS ?? 0, loop?.toS ?? null];
  useEffect(() => {
    if (!video || toS === null) return;
    let frame = 0;
    const check = () => {
      if (!video.paused && (video.currentTime >= toS || video.currentTime < fromS - 0.5)) video.currentTime = fromS;
      frame = requestAnimationFrame(check);
    };
    check();
    return () => cancelAnimationFrame(frame);
  }, [video, fromS, toS]);
  // At the end of the video, playback has stopped.
  useEnded(video, () => {
    if (!video || toS === null) return;
    video.currentTime = fromS;
    void video.play().catch(() => undefined);
  });
}

/** The drawing of a note belongs to its own frame. @param onLeft called once the video plays on or is moved */
export function useLeftFrame(video: HTMLVideoElement | null, note: FilmNote | null, onLeft: () => void): void {
  const leave = useEffectEvent(onLeft);
  const atS = note && note.from_ms / 1_000;
  useEffect(() => {
    if (!video || atS === null) return;
    const check = () => {
      if (!video.paused || Math.abs(video.currentTime - atS) > SAME_FRAME_S) leave();
    };
    const events = ["play", "seeking"] as const;
    for (const name of events) video.addEventListener(name, check);
    return () => {
      for (const name of events) video.removeEventListener(name, check);
    };
  }, [video, atS]);
}

/** Outside of the room, the video plays at the speed that it had before. */
export function useOwnSpeed(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return;
    const rate = video.playbackRate;
    return () => {
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    };
  }, [video]);
}
