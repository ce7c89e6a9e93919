// The whole build and not `hls.js/light`: our sound is a rendition of its own, which the light one does not play.
import Hls, { type ErrorData, type Level } from "hls.js";

/** A rendition one can ask for. `index` is the engine's own name for it. */
export type Quality = { index: number; heightPx: number; framesPerSecond: number };

export type EngineEvents = {
  onQualities: (qualities: Quality[]) => void;
  /** The rendition that is being shown now. */
  onShown: (index: number) => void;
  onFault: (fault: string) => void;
};

export type Engine = {
  /** @param index null: as good as the line allows */
  choose: (index: number | null) => void;
  destroy: () => void;
};

const FAULTS = {
  network: "The video could not be loaded. Check your connection.",
  media: "This video could not be played here.",
} as const;

/** A second fault of the decoder so soon after the first will not be cured by a third start. */
const RECOVER_AGAIN_AFTER_MS = 10_000;

/** Asks for Media Source first: a browser's own HLS has no choice of quality. */
export function startEngine(video: HTMLVideoElement, url: string, startAtS: number, events: EngineEvents): Engine {
  return Hls.isSupported() ? startHls(video, url, startAtS, events) : startNative(video, url, startAtS, events);
}

function startHls(video: HTMLVideoElement, url: string, startAtS: number, events: EngineEvents): Engine {
  const hls = new Hls({
    // The lowest rung is there soonest; the first segment tells how fast the line is.
    startLevel: 0,
    // Said even when it is 0: a playlist that still grows would otherwise start at its end.
    startPosition: startAtS,
    // Sent for while the element is still being opened.
    startFragPrefetch: true,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    // Segments are fragmented mp4 already, so that there is next to nothing for a worker to do, and a worker
    // made of a blob is what Trusted Types forbid.
    enableWorker: false,
  });
  hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => events.onQualities(levels.map(toQuality)));
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => events.onShown(level));
  hls.on(Hls.Events.ERROR, answerFaults(hls, events));
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    choose: (index) => {
      hls.nextLevel = index ?? -1;
    },
    destroy: () => hls.destroy(),
  };
}

/** The engine cures what it can by itself; what reaches here as fatal is cured once, then told. */
function answerFaults(hls: Hls, events: EngineEvents): (_: unknown, error: ErrorData) => void {
  let recoveredAtMs = Number.NEGATIVE_INFINITY;
  return (_, error) => {
    if (!error.fatal) return;
    const isDecoder = error.type === Hls.ErrorTypes.MEDIA_ERROR;
    if (isDecoder && performance.now() - recoveredAtMs > RECOVER_AGAIN_AFTER_MS) {
      recoveredAtMs = performance.now();
      hls.recoverMediaError();
      return;
    }
    hls.stopLoad();
    events.onFault(error.type === Hls.ErrorTypes.NETWORK_ERROR ? FAULTS.network : FAULTS.media);
  };
}

function startNative(video: HTMLVideoElement, url: string, startAtS: number, events: EngineEvents): Engine {
  const listeners = new AbortController();
  const { signal } = listeners;
  const jump = () => {
    if (startAtS > 0) video.currentTime = startAtS;
  };
  video.addEventListener("loadedmetadata", jump, { once: true, signal });
  video.addEventListener(
    "error",
    () => {
      const isNetwork = video.error?.code === MediaError.MEDIA_ERR_NETWORK;
      events.onFault(isNetwork ? FAULTS.network : FAULTS.media);
    },
    { signal },
  );
  video.src = url;
  return {
    choose: () => undefined,
    destroy: () => {
      listeners.abort();
      video.removeAttribute("src");
      video.load();
    },
  };
}

function toQuality({ height, frameRate }: Level, index: number): Quality {
  return { index, heightPx: height, framesPerSecond: frameRate };
}
