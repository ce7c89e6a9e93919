import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Engine, type EngineFacts, NO_FACTS, openEngine } from "./hls-engine.ts";
import type { PreparedEngine } from "./prepared-engine.ts";

export type EngineState = EngineFacts & {
  /** null: as good as the line allows. */
  chosen: number | null;
  choose: (index: number | null) => void;
  /** Loads the source anew, at the place where it stopped. */
  retry: () => void;
};

type Source = {
  contentId: string;
  url: string;
  startAtS: number;
  prepared: PreparedEngine | null;
  isPlayedAtOnce: boolean;
  /** Asks for a new `url` when this one leads nowhere any more. @returns whether there is one */
  renew: () => Promise<boolean>;
};

/** Keeps one engine on the element for as long as the source stays the same. */
export function useEngine(video: HTMLVideoElement | null, source: Source): EngineState {
  const { contentId, url, startAtS, isPlayedAtOnce } = source;
  const engine = useRef<Engine | null>(null);
  // Another try, or a new address of the same video, goes on where the one before it stopped.
  const next = useRef({ contentId, atS: startAtS, isPlaying: isPlayedAtOnce });
  const [attempt, setAttempt] = useState(0);
  const [facts, setFacts] = useState(NO_FACTS);
  const renewedUrl = useRef("");
  const [chosen, setChosen] = useState<number | null>(null);

  /** An address that has ended is replaced, once, before anybody is told of a fault. */
  const onFacts = useEffectEvent((latest: EngineFacts) => {
    const show = () => setFacts(latest);
    if (!latest.isGone || renewedUrl.current === url) show();
    else {
      renewedUrl.current = url;
      source.renew().then((isRenewed) => isRenewed || show(), show);
    }
  });

  const start = useEffectEvent((element: HTMLVideoElement): Engine => {
    if (next.current.contentId !== contentId) next.current = { contentId, atS: startAtS, isPlaying: isPlayedAtOnce };
    setChosen(null);
    const started = source.prepared?.take(url, next.current.atS) ?? openEngine(url, next.current.atS);
    started.tell(onFacts);
    started.attach(element);
    // Refused before the first click of a visit; then the big button waits.
    if (next.current.isPlaying) void element.play().catch(() => undefined);
    return started;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address or attempt is another engine
  useEffect(() => {
    if (!video) return;
    const started = start(video);
    engine.current = started;
    return () => {
      // Before the engine goes: without a source the element stands at 0, paused.
      if (video.readyState > 0) next.current = { ...next.current, atS: video.currentTime, isPlaying: !video.paused };
      engine.current = null;
      started.destroy();
    };
  }, [video, url, attempt]);

  return {
    ...facts,
    chosen,
    choose: (index) => {
      setChosen(index);
      engine.current?.choose(index);
    },
    retry: () => {
      next.current = { ...next.current, isPlaying: true };
      setAttempt((count) => count + 1);
    },
  };
}
