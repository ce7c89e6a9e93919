// The whole build and not `hls.js/light`: our sound is a rendition of its own, which the light one does not play.
import Hls, { type ErrorData, type Level } from "hls.js";

/** A rendition one can ask for. `index` is the engine's own name for it. */
export type Quality = { index: number; heightPx: number; framesPerSecond: number };

/** What is known of the source by now. */
export type EngineFacts = {
  qualities: Quality[];
  /** Of the rendition that is being shown; null before the first picture. */
  shown: number | null;
  fault: string | null;
  /** The fault is that the address leads nowhere any more; the video may have a new one. */
  isGone: boolean;
};

export const NO_FACTS: EngineFacts = { qualities: [], shown: null, fault: null, isGone: false };

export type Engine = {
  /** Tells the facts as they are now, and each time they change. Whoever calls last is told. */
  tell: (listener: (facts: EngineFacts) => void) => void;
  /** Until there is an element, what comes first is fetched and kept. To be called once. */
  attach: (video: HTMLVideoElement) => void;
  /** @param index null: as good as the line allows */
  choose: (index: number | null) => void;
  destroy: () => void;
};

const FAULTS = {
  network: "The video could not be loaded. Check your connection.",
  media: "This video could not be played here.",
} as const;

/** What the server answers at an address that expired or was ended. */
const GONE = new Set([404, 410]);

/** A second fault of the decoder so soon after the first will not be cured by a third start. */
const RECOVER_AGAIN_AFTER_MS = 10_000;

/** Asks for Media Source first: a browser's own HLS has no choice of quality. */
export function openEngine(url: string, startAtS: number): Engine {
  return Hls.isSupported() ? openHls(url, startAtS) : openNative(url, startAtS);
}

type Facts = { set: (change: Partial<EngineFacts>) => void; tell: Engine["tell"] };

function keepFacts(): Facts {
  let facts = NO_FACTS;
  let tellThem: ((facts: EngineFacts) => void) | null = null;
  return {
    set: (change) => {
      facts = { ...facts, ...change };
      tellThem?.(facts);
    },
    tell: (listener) => {
      tellThem = listener;
      listener(facts);
    },
  };
}

function openHls(url: string, startAtS: number): Engine {
  const { set, tell } = keepFacts();
  const hls = new Hls({
    // The lowest rung is there soonest; the first segment tells how fast the line is.
    startLevel: 0,
    // Said even when it is 0: a playlist that still grows would otherwise start at its end.
    startPosition: startAtS,
    // Sent for while the element is still being opened, or is not there yet.
    startFragPrefetch: true,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    // Segments are fragmented mp4 already, so that there is next to nothing for a worker to do, and a worker
    // made of a blob is what Trusted Types forbid.
    enableWorker: false,
  });
  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => set({ qualities: levels.map(toQuality) }));
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => set({ shown: level }));
  hls.on(Hls.Events.ERROR, answerFaults(hls, set));
  hls.loadSource(url);
  return {
    tell,
    attach: (video) => hls.attachMedia(video),
    choose: (index) => {
      hls.nextLevel = index ?? -1;
    },
    destroy: () => hls.destroy(),
  };
}

/** The engine cures what it can by itself; what reaches here as fatal is cured once, then told. */
function answerFaults(hls: Hls, set: Facts["set"]): (_: unknown, error: ErrorData) => void {
  let recoveredAtMs = Number.NEGATIVE_INFINITY;
  return (_, error) => {
    if (!error.fatal) return;
    const isDecoder = error.type === Hls.ErrorTypes.MEDIA_ERROR;
    if (isDecoder && hls.media !== null && performance.now() - recoveredAtMs > RECOVER_AGAIN_AFTER_MS) {
      recoveredAtMs = performance.now();
      hls.recoverMediaError();
      return;
    }
    hls.stopLoad();
    const isNetwork = error.type === Hls.ErrorTypes.NETWORK_ERROR;
    set({ fault: isNetwork ? FAULTS.network : FAULTS.media, isGone: isNetwork && GONE.has(error.response?.code ?? 0) });
  };
}

function openNative(url: string, startAtS: number): Engine {
  const { set, tell } = keepFacts();
  const listeners = new AbortController();
  const { signal } = listeners;
  let element: HTMLVideoElement | null = null;

  function attach(video: HTMLVideoElement): void {
    element = video;
    const jump = () => {
      if (startAtS > 0) video.currentTime = startAtS;
    };
    video.addEventListener("loadedmetadata", jump, { once: true, signal });
    video.addEventListener(
      "error",
      () => {
        const isNetwork = video.error?.code === MediaError.MEDIA_ERR_NETWORK;
        // Which status the server answered is not told here.
        set({ fault: isNetwork ? FAULTS.network : FAULTS.media, isGone: isNetwork });
      },
      { signal },
    );
    video.src = url;
  }

  return {
    tell,
    attach,
    choose: () => undefined,
    destroy: () => {
      listeners.abort();
      element?.removeAttribute("src");
      element?.load();
    },
  };
}

function toQuality({ height, frameRate }: Level, index: number): Quality {
  return { index, heightPx: height, framesPerSecond: frameRate };
}
