import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  createEngine,
  type Engine,
  type EnginePurpose,
  type EngineState,
  INITIAL_STATE,
  type PrefetchedEngine,
} from "./hls-engine.ts";

export type EngineControls = EngineState & {
  /** null for automatic quality. */
  chosen: number | null;
  setQuality: (index: number | null) => void;
  /** Reloads the source and continues where it stopped. */
  retry: () => void;
};

type Source = {
  contentId: string;
  url: string;
  startAtS: number;
  /** Where in the whole video its time line begins: a trim moves it under those who are watching. */
  fromS?: number;
  prefetched: PrefetchedEngine | null;
  shouldAutoplay: boolean;
  purpose?: EnginePurpose;
  /** Requests a new `url` after this one has expired. @returns whether there is one */
  renewUrl: () => Promise<boolean>;
};

/** Runs one engine on the element for as long as the source stays the same. */
export function useEngine(video: HTMLVideoElement | null, source: Source): EngineControls {
  const { contentId, url, startAtS, fromS = 0, shouldAutoplay } = source;
  const engine = useRef<Engine | null>(null);
  // A retry or a new URL of the same video continues where the last engine stopped.
  const next = useRef({ contentId, atS: startAtS, fromS, isPlaying: shouldAutoplay });
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState(INITIAL_STATE);
  const renewedUrl = useRef("");
  const [chosen, setChosen] = useState<number | null>(null);

  /** Tries once to renew an expired URL before showing an error. */
  const onState = useEffectEvent((latest: EngineState) => {
    const show = () => setState(latest);
    if (!latest.isGone || renewedUrl.current === url) show();
    else {
      renewedUrl.current = url;
      source.renewUrl().then((isRenewed) => isRenewed || show(), show);
    }
  });

  const start = useEffectEvent((element: HTMLVideoElement): Engine => {
    if (next.current.contentId !== contentId)
      next.current = { contentId, atS: startAtS, fromS, isPlaying: shouldAutoplay };
    // What was cut away begins at the start.
    next.current = { ...next.current, atS: Math.max(0, next.current.atS + next.current.fromS - fromS), fromS };
    setChosen(null);
    const started =
      source.prefetched?.consume(url, next.current.atS) ?? createEngine(url, next.current.atS, source.purpose);
    started.subscribe(onState);
    started.attach(element);
    // Browsers block this before the first click; then the big play button stays.
    if (next.current.isPlaying) void element.play().catch(() => undefined);
    return started;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL or attempt needs a new engine
  useEffect(() => {
    if (!video) return;
    const started = start(video);
    engine.current = started;
    return () => {
      // Read before the engine is destroyed, which resets the element to 0, paused.
      if (video.readyState > 0) next.current = { ...next.current, atS: video.currentTime, isPlaying: !video.paused };
      engine.current = null;
      started.destroy();
    };
  }, [video, url, attempt]);

  // Unlike Retry, it leaves a paused video paused.
  useEffect(() => {
    if (state.fault === null) return;
    const again = () => setAttempt((count) => count + 1);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [state.fault]);

  return {
    ...state,
    chosen,
    setQuality: (index) => {
      setChosen(index);
      engine.current?.setQuality(index);
    },
    retry: () => {
      next.current = { ...next.current, isPlaying: source.purpose !== "still" };
      setAttempt((count) => count + 1);
    },
  };
}
