// Not `hls.js/light`, which cannot play separate audio renditions like ours.
import Hls, { type ErrorData, type Level } from "hls.js";

/** A rendition to choose from. `index` is its level in the engine. */
export type Quality = { index: number; heightPx: number; framesPerSecond: number };

export type EngineState = {
  qualities: Quality[];
  /** The index of the rendition that is playing; null before the first frame. */
  current: number | null;
  fault: string | null;
  /** The URL is no longer valid; the video may have a new one. */
  isGone: boolean;
};

export const INITIAL_STATE: EngineState = { qualities: [], current: null, fault: null, isGone: false };

export type Engine = {
  /** Calls the listener now and on each change. A new listener replaces the last one. */
  subscribe: (listener: (state: EngineState) => void) => void;
  /** Call once. Before that, the engine already prefetches the first segments. */
  attach: (video: HTMLVideoElement) => void;
  /** @param index null for automatic quality */
  setQuality: (index: number | null) => void;
  destroy: () => void;
};

const FAULTS = {
  network: "The video could not be loaded. Check your connection.",
  media: "This video could not be played here.",
} as const;

/** The replies for an expired or revoked URL. */
const GONE = new Set([404, 410]);

/** After a decoder error within this time of the last recovery, another recovery would not help. */
const RECOVERY_INTERVAL_MS = 10_000;

/** How long to wait before loading on once hls.js gave up, after half a minute in most cases. */
const LOAD_AGAIN_AFTER_MS = 5_000;

/** To play, it loads first what plays soonest; for still pictures, only the best quality that a thumbnail can use. */
export type EnginePurpose = "play" | "still";

/** Prefers Media Source, because native HLS has no quality selection. */
export function createEngine(url: string, startAtS: number, purpose: EnginePurpose = "play"): Engine {
  return Hls.isSupported() ? createHlsEngine(url, startAtS, purpose) : createNativeEngine(url, startAtS);
}

type Store = { set: (change: Partial<EngineState>) => void; subscribe: Engine["subscribe"] };

function createStore(): Store {
  let state = INITIAL_STATE;
  let listener: ((state: EngineState) => void) | null = null;
  return {
    set: (change) => {
      state = { ...state, ...change };
      listener?.(state);
    },
    subscribe: (next) => {
      listener = next;
      next(state);
    },
  };
}

/** A thumbnail is at most 1280 pixels wide. */
const STILL_MAX_PX = 1080;

function createHlsEngine(url: string, startAtS: number, purpose: EnginePurpose): Engine {
  const { set, subscribe } = createStore();
  const hls = new Hls({
    // The lowest rung loads first; its first segment measures the bandwidth.
    startLevel: 0,
    // Even if 0, because a growing playlist would otherwise start at its end.
    startPosition: startAtS,
    // Loads the first segment before the media element is attached.
    startFragPrefetch: true,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    // Our segments are fragmented MP4, so a worker has little to do, and Trusted Types forbid blob workers.
    enableWorker: false,
    // Captions are not part of the playlist; hls.js would switch off the tracks of the page.
    renderTextTracksNatively: false,
  });
  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
    if (purpose === "still") hls.currentLevel = bestOf(levels);
    set({ qualities: levels.map(toQuality) });
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => set({ current: level }));
  hls.on(Hls.Events.ERROR, handleErrors(hls, set));
  hls.loadSource(url);
  return {
    subscribe,
    attach: (video) => hls.attachMedia(video),
    setQuality: (index) => {
      hls.nextLevel = index ?? -1;
    },
    destroy: () => hls.destroy(),
  };
}

/**
 * hls.js recovers from most errors by itself. Fatal decoder errors get one recovery. A lost connection is reported only
 * once all that was loaded has been played, anything else at once.
 */
function handleErrors(hls: Hls, set: Store["set"]): (_: unknown, error: ErrorData) => void {
  let recoveredAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  hls.once(Hls.Events.DESTROYING, () => clearTimeout(timer));
  return (_, error) => {
    if (!error.fatal) return;
    clearTimeout(timer);
    const isDecoderError = error.type === Hls.ErrorTypes.MEDIA_ERROR;
    if (isDecoderError && hls.media !== null && performance.now() - recoveredAtMs > RECOVERY_INTERVAL_MS) {
      recoveredAtMs = performance.now();
      hls.recoverMediaError();
      return;
    }
    if (isConnectionLost(error) && canPlayOn(hls.media)) {
      timer = setTimeout(() => hls.startLoad(), LOAD_AGAIN_AFTER_MS);
      return;
    }
    hls.stopLoad();
    set(toFault(error));
  };
}

/** No reply, or one that may be another the next time. A refusal would only be refused again. */
function isConnectionLost({ type, response }: ErrorData): boolean {
  const code = response?.code ?? 0;
  return type === Hls.ErrorTypes.NETWORK_ERROR && (code === 0 || code >= 500 || code === 429);
}

function toFault({ type, response }: ErrorData): Pick<EngineState, "fault" | "isGone"> {
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return { fault: FAULTS.media, isGone: false };
  return { fault: FAULTS.network, isGone: GONE.has(response?.code ?? 0) };
}

function canPlayOn(media: HTMLMediaElement | null): boolean {
  return media !== null && media.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
}

function createNativeEngine(url: string, startAtS: number): Engine {
  const { set, subscribe } = createStore();
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
        // The HTTP status is unknown here, so any network error may mean that the URL has expired.
        set({ fault: isNetwork ? FAULTS.network : FAULTS.media, isGone: isNetwork });
      },
      { signal },
    );
    video.src = url;
  }

  return {
    subscribe,
    attach,
    setQuality: () => undefined,
    destroy: () => {
      listeners.abort();
      element?.removeAttribute("src");
      element?.load();
    },
  };
}

/** @returns the index of the largest level up to 1080p; levels are in order of their bit rate */
function bestOf(levels: readonly Level[]): number {
  return Math.max(
    0,
    levels.findLastIndex(({ width, height }) => Math.min(width, height) <= STILL_MAX_PX),
  );
}

function toQuality({ height, frameRate }: Level, index: number): Quality {
  return { index, heightPx: height, framesPerSecond: frameRate };
}

/** An engine that loads a video while the page around its player is still rendering. */
export type PrefetchedEngine = {
  /** @returns the engine, once, if URL and start match; otherwise destroys it */
  consume: (url: string, startAtS: number) => Engine | null;
};

/** @param signal aborts when the navigation to the page is canceled */
export function prefetchEngine(url: string, startAtS: number, signal: AbortSignal): PrefetchedEngine {
  const created = createEngine(url, startAtS);
  let engine: Engine | null = created;
  const destroy = () => {
    engine?.destroy();
    engine = null;
  };
  // The player then creates its own engine and reports the error.
  created.subscribe(({ fault }) => fault !== null && destroy());
  signal.addEventListener("abort", destroy, { once: true });
  return {
    consume: (wantedUrl, wantedStartAtS) => {
      if (wantedUrl !== url || wantedStartAtS !== startAtS) destroy();
      const consumed = engine;
      engine = null;
      return consumed;
    },
  };
}
