import { useEffect, useState } from "react";
import { drawFrame, toPicture } from "#lib/video-frames.ts";
import { useEngine } from "./player.tsx";

/** Sharp enough for print. */
const MAX_WIDTH_PX = 640;
const FRAME_EVENTS = ["loadedmetadata", "loadeddata", "seeked"] as const;

type FramesSource = {
  contentId: string;
  /** HLS multivariant playlist; null while there is none. */
  hls: string | null;
  /** The URL has expired: requests a new `hls`. @returns whether there is one */
  onGone: () => Promise<boolean>;
};

type Frames = {
  /** The URL of a picture for each time that is done, in milliseconds. */
  pictures: ReadonlyMap<number, string>;
  /** The rest cannot be had: the video cannot be loaded, or the browser does not allow reading its frames. */
  hasFailed: boolean;
};

/** Takes pictures of a video at these times, one after the other, in an element that nobody sees. */
export function useFrames({ contentId, hls, onGone }: FramesSource, timesMs: readonly number[]): Frames {
  const [video] = useState(() => Object.assign(document.createElement("video"), { muted: true, playsInline: true }));
  const [pictures, setPictures] = useState<ReadonlyMap<number, string>>(new Map());
  const [hasFailed, setFailed] = useState(hls === null);
  const engine = useEngine(hls === null ? null : video, {
    contentId,
    url: hls ?? "",
    prefetched: null,
    startAtS: (timesMs[0] ?? 0) / 1_000,
    shouldAutoplay: false,
    purpose: "still",
    renewUrl: onGone,
  });
  const wanted = [...new Set(timesMs)].join(" ");

  useEffect(() => {
    const stop = new AbortController();
    const urls: string[] = [];
    async function takeAll(): Promise<void> {
      for (const ms of wanted.split(" ").filter(Boolean).map(Number)) {
        await showFrame(video, ms / 1_000, stop.signal);
        const url = URL.createObjectURL(await toPicture(drawFrame(video, MAX_WIDTH_PX), "image/jpeg"));
        urls.push(url);
        if (stop.signal.aborted) return;
        setPictures((before) => new Map(before).set(ms, url));
      }
    }
    takeAll().catch(() => stop.signal.aborted || setFailed(true));
    return () => {
      stop.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [video, wanted]);

  return { pictures, hasFailed: hasFailed || engine.fault !== null };
}

async function showFrame(video: HTMLVideoElement, atS: number, signal: AbortSignal): Promise<void> {
  while (video.readyState < video.HAVE_METADATA) await nextFrameEvent(video, signal);
  video.currentTime = atS;
  while (video.seeking || video.readyState < video.HAVE_CURRENT_DATA) await nextFrameEvent(video, signal);
}

/** @throws the reason of `signal` */
function nextFrameEvent(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard = new AbortController();
    const end = (settle: () => void) => () => {
      heard.abort();
      settle();
    };
    for (const name of FRAME_EVENTS) video.addEventListener(name, end(resolve), { signal: heard.signal });
    signal.addEventListener(
      "abort",
      end(() => reject(signal.reason)),
      { signal: heard.signal },
    );
  });
}
