import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/** The state of the element as of its last event. */
export type Playback = {
  isPaused: boolean;
  isWaiting: boolean;
  hasStarted: boolean;
  hasEnded: boolean;
  atS: number;
  /** 0 while unknown. */
  durationS: number;
  /** Grows while the video is being processed. */
  playableUntilS: number;
  bufferedUntilS: number;
  volume: number;
  isMuted: boolean;
  rate: number;
};

const EVENTS = [
  "play",
  "pause",
  "ended",
  "timeupdate",
  "progress",
  "durationchange",
  "volumechange",
  "ratechange",
  "waiting",
  "playing",
  "canplay",
  "seeking",
  "seeked",
  "emptied",
] as const;

const INITIAL: Playback = {
  isPaused: true,
  isWaiting: false,
  hasStarted: false,
  hasEnded: false,
  atS: 0,
  durationS: 0,
  playableUntilS: 0,
  bufferedUntilS: 0,
  volume: 1,
  isMuted: false,
  rate: 1,
};

export function usePlayback(video: HTMLVideoElement | null): Playback {
  const [playback, setPlayback] = useState(INITIAL);
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const read = () => setPlayback((before) => readPlayback(video, before));
    for (const event of EVENTS) video.addEventListener(event, read, { signal: listeners.signal });
    read();
    return () => listeners.abort();
  }, [video]);
  return playback;
}

function readPlayback(video: HTMLVideoElement, before: Playback): Playback {
  const durationS = Number.isFinite(video.duration) ? video.duration : 0;
  return {
    isPaused: video.paused,
    isWaiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    hasStarted: before.hasStarted || !video.paused || video.played.length > 0,
    hasEnded: video.ended,
    atS: video.currentTime,
    durationS,
    playableUntilS: lastEnd(video.seekable) ?? durationS,
    bufferedUntilS: endAround(video.buffered, video.currentTime),
    volume: video.volume,
    isMuted: video.muted,
    rate: video.playbackRate,
  };
}

function lastEnd(ranges: TimeRanges): number | null {
  if (ranges.length === 0) return null;
  const end = ranges.end(ranges.length - 1);
  return Number.isFinite(end) ? end : null;
}

/** @returns the end of the range that contains this time */
function endAround(ranges: TimeRanges, atS: number): number {
  for (let i = 0; i < ranges.length; i++) {
    if (ranges.start(i) <= atS + 0.1 && atS <= ranges.end(i)) return ranges.end(i);
  }
  return atS;
}

/** Calls `onTime` whenever the position changes. */
export function useTime(video: HTMLVideoElement | null, onTime: ((atS: number) => void) | undefined): void {
  const notify = useEffectEvent((atS: number) => onTime?.(atS));
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    for (const event of ["timeupdate", "seeking"])
      video.addEventListener(event, () => notify(video.currentTime), { signal: listeners.signal });
    return () => listeners.abort();
  }, [video]);
}

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
