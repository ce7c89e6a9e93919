import { useEffect, useEffectEvent } from "react";
import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";
import { getUser } from "#lib/session.ts";

/** Stored on this device. */
type PlayerMemory = {
  volume: number;
  isMuted: boolean;
  rate: number;
  isTheater: boolean;
  hasShortcuts: boolean;
  /** Null: captions are off. */
  captionsLanguage: string | null;
  /** [item id, position in s, length in s], newest last. */
  positions: [string, number, number][];
};

const KEY = "fieldhouse.player";
/** Positions and captions are personal and are deleted on sign-out; settings such as the volume stay. */
const POSITIONS_KEY = `${PERSONAL_PREFIX}positions`;
const POSITIONS_MAX = 200;
/** Positions this close to the start or the end are not stored. */
const EDGE_S = 5;

const DEFAULTS: PlayerMemory = {
  volume: 1,
  isMuted: false,
  rate: 1,
  isTheater: false,
  hasShortcuts: true,
  captionsLanguage: null,
  positions: [],
};

/** @returns the memory with this position, or without any if it is too close to the start or the end */
export function withPosition(memory: PlayerMemory, id: string, atS: number, lengthS: number): PlayerMemory {
  const others = memory.positions.filter(([known]) => known !== id);
  const isWorthStoring = atS >= EDGE_S && atS < lengthS - Math.min(EDGE_S, lengthS * 0.05);
  const positions = isWorthStoring ? [...others, [id, atS, lengthS] as [string, number, number]] : others;
  return { ...memory, positions: positions.slice(-POSITIONS_MAX) };
}

/** @param id the item whose position is forgotten; without it, all are */
export function withoutPositions(memory: PlayerMemory, id?: string): PlayerMemory {
  return { ...memory, positions: id === undefined ? [] : memory.positions.filter(([known]) => known !== id) };
}

/** The files of a video may end this much before or after the length that was measured. */
const LENGTH_TOLERANCE_S = 2;

/**
 * @param lengthS null: not known
 * @returns where to continue, in seconds; 0 if nothing is stored, or if the video was trimmed or replaced since
 */
export function positionOf(memory: PlayerMemory, id: string, lengthS: number | null): number {
  const [, atS = 0, knownS = 0] = memory.positions.find(([known]) => known === id) ?? [];
  return lengthS === null || Math.abs(knownS - lengthS) <= LENGTH_TOLERANCE_S ? atS : 0;
}

/** The server's position is as old as the time between two reports. */
const REPORT_DELAY_S = 35;

/**
 * @param storedS the position on this device, 0 if there is none
 * @param serverS where the member stopped on any device; 0 after the end and once erased, null if that is not known
 * @returns where to continue: what this device stores is more exact, unless another one went on since
 */
export function resumePosition(storedS: number, serverS: number | null): number {
  if (serverS === null) return storedS;
  return storedS > 0 && Math.abs(storedS - serverS) <= REPORT_DELAY_S ? storedS : serverS;
}

/** @returns how much has been watched, 0 to 1; 0 if nothing is stored */
export function watchedShare(memory: PlayerMemory, id: string): number {
  const [, atS = 0, lengthS = 1] = memory.positions.find(([known]) => known === id) ?? [];
  return lengthS > 0 ? Math.min(1, atS / lengthS) : 0;
}

/** Validates what was stored, because an older release or the user may have written it. */
export function parseMemory(stored: string | null): PlayerMemory {
  const value = parseObject(stored);
  return {
    volume: isShare(value.volume) ? value.volume : DEFAULTS.volume,
    isMuted: value.isMuted === true,
    rate: typeof value.rate === "number" && value.rate >= 0.25 && value.rate <= 2 ? value.rate : DEFAULTS.rate,
    isTheater: value.isTheater === true,
    hasShortcuts: value.hasShortcuts !== false,
    captionsLanguage: typeof value.captionsLanguage === "string" ? value.captionsLanguage : null,
    positions: Array.isArray(value.positions) ? value.positions.filter(isPosition).slice(-POSITIONS_MAX) : [],
  };
}

export function readMemory(): PlayerMemory {
  try {
    const { positions, captionsLanguage } = parseMemory(localStorage.getItem(POSITIONS_KEY));
    return { ...parseMemory(localStorage.getItem(KEY)), positions, captionsLanguage };
  } catch {
    return DEFAULTS;
  }
}

/** If storage is full or blocked, nothing is stored and playback is unaffected. */
export function updateMemory(change: (memory: PlayerMemory) => PlayerMemory): void {
  try {
    const { positions, captionsLanguage, ...settings } = change(readMemory());
    localStorage.setItem(KEY, JSON.stringify(settings));
    localStorage.setItem(POSITIONS_KEY, JSON.stringify({ positions, captionsLanguage }));
  } catch {
    return;
  }
}

function parseObject(stored: string | null): Partial<Record<keyof PlayerMemory, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isPosition(value: unknown): value is [string, number, number] {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    typeof value[0] === "string" &&
    Number.isFinite(value[1]) &&
    Number.isFinite(value[2])
  );
}

const SAVE_EVERY_MS = 5_000;

/**
 * Restores volume and speed, and stores the volume together with the position. Call it before `useEngine`, so that on cleanup
 * the position is read before the source is removed.
 */
export function usePlayerMemory(
  video: HTMLVideoElement | null,
  { contentId, lengthS, startsMuted }: { contentId: string; lengthS: number; startsMuted: boolean },
): void {
  const savePosition = useEffectEvent((element: HTMLVideoElement, id: string) => {
    if (element.readyState === HTMLMediaElement.HAVE_NOTHING || lengthS <= 0) return;
    const atS = element.ended ? lengthS : element.currentTime;
    updateMemory((memory) => withPosition(memory, id, atS, lengthS));
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each item has its own position
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    restoreSettings(video);
    if (startsMuted) video.muted = true;
    const personId = getUser()?.id;
    // Captures the id, because the next item may have replaced it by the time of cleanup. Whoever has signed out meanwhile
    // leaves no position behind.
    const save = () => getUser()?.id === personId && savePosition(video, contentId);
    const saveVolume = () => {
      // Muted by us, not by the user.
      if (startsMuted && video.muted) return;
      updateMemory((memory) => ({ ...memory, volume: video.volume, isMuted: video.muted }));
    };
    const timer = setInterval(() => !video.paused && save(), SAVE_EVERY_MS);
    video.addEventListener("volumechange", saveVolume, { signal });
    video.addEventListener("pause", save, { signal });
    video.addEventListener("ended", save, { signal });
    window.addEventListener("pagehide", save, { signal });
    return () => {
      clearInterval(timer);
      listeners.abort();
      save();
    };
  }, [video, contentId]);
}

function restoreSettings(video: HTMLVideoElement): void {
  const { volume, isMuted, rate } = readMemory();
  video.volume = volume;
  video.muted = isMuted;
  // Loading a source resets the speed to the default.
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
}
