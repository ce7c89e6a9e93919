import { type Engine, openEngine } from "./hls-engine.ts";

/** Loads a video while the page around its player is still being drawn. */
export type PreparedEngine = {
  /** @returns the engine if it plays the same from the same place, and only once; it is destroyed otherwise */
  take: (url: string, startAtS: number) => Engine | null;
};

/** @param signal ends the navigation to the page: nobody will play the video */
export function prepareEngine(url: string, startAtS: number, signal: AbortSignal): PreparedEngine {
  const opened = openEngine(url, startAtS);
  let engine: Engine | null = opened;
  const destroy = () => {
    engine?.destroy();
    engine = null;
  };
  // The player then opens its own, and shows what is wrong.
  opened.tell(({ fault }) => fault !== null && destroy());
  signal.addEventListener("abort", destroy, { once: true });
  return {
    take: (takenUrl, takenStartAtS) => {
      if (takenUrl !== url || takenStartAtS !== startAtS) destroy();
      const taken = engine;
      engine = null;
      return taken;
    },
  };
}
