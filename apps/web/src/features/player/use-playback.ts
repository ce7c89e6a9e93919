import { useEffect, useState } from "react";

/** What the element is doing, as of its last event. */
export type Playback = {
  isPaused: boolean;
  isWaiting: boolean;
  hasStarted: boolean;
  hasEnded: boolean;
  atS: number;
  /** 0 until it is known. */
  durationS: number;
  /** End of what can be played so far; grows while the video is processed. */
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

const AT_REST: Playback = {
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
  const [playback, setPlayback] = useState(AT_REST);
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

/** @returns the end of the stretch that holds this moment */
function endAround(ranges: TimeRanges, atS: number): number {
  for (let i = 0; i < ranges.length; i++) {
    if (ranges.start(i) <= atS + 0.1 && atS <= ranges.end(i)) return ranges.end(i);
  }
  return atS;
}
