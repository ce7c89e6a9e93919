import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";

/** What the player remembers on this device. */
export type PlayerMemory = {
  volume: number;
  isMuted: boolean;
  rate: number;
  isTheatre: boolean;
  hasShortcuts: boolean;
  /** Newest last: [id of the item, seconds, length in seconds]. */
  positions: [string, number, number][];
};

const KEY = "fieldhouse.player";
/** What was watched is one person's own and goes when they sign out; how loud it was is the device's and stays. */
const POSITIONS_KEY = `${PERSONAL_PREFIX}positions`;
const POSITIONS_KEPT = 200;
/** A start or an end this close is no place to go back to. */
const EDGE_S = 5;

const NOTHING: PlayerMemory = {
  volume: 1,
  isMuted: false,
  rate: 1,
  isTheatre: false,
  hasShortcuts: true,
  positions: [],
};

/** @returns the memory with this position in it, or without it where it is no place to go back to */
export function withPosition(memory: PlayerMemory, id: string, atS: number, lengthS: number): PlayerMemory {
  const others = memory.positions.filter(([known]) => known !== id);
  const isWorthIt = atS >= EDGE_S && atS < lengthS - Math.min(EDGE_S, lengthS * 0.05);
  const positions = isWorthIt ? [...others, [id, atS, lengthS] as [string, number, number]] : others;
  return { ...memory, positions: positions.slice(-POSITIONS_KEPT) };
}

/** @returns seconds to go on from; 0 when nothing is remembered */
export function positionOf(memory: PlayerMemory, id: string): number {
  return memory.positions.find(([known]) => known === id)?.[1] ?? 0;
}

/** @returns how much of it has been watched, 0 to 1; 0 when nothing is remembered */
export function watchedShare(memory: PlayerMemory, id: string): number {
  const [, atS = 0, lengthS = 1] = memory.positions.find(([known]) => known === id) ?? [];
  return lengthS > 0 ? Math.min(1, atS / lengthS) : 0;
}

/** Takes what was stored for what it is: possibly from an older page, or from somebody's hands. */
export function parseMemory(stored: string | null): PlayerMemory {
  const value = parseObject(stored);
  return {
    volume: isShare(value.volume) ? value.volume : NOTHING.volume,
    isMuted: value.isMuted === true,
    rate: typeof value.rate === "number" && value.rate >= 0.25 && value.rate <= 2 ? value.rate : NOTHING.rate,
    isTheatre: value.isTheatre === true,
    hasShortcuts: value.hasShortcuts !== false,
    positions: Array.isArray(value.positions) ? value.positions.filter(isPosition).slice(-POSITIONS_KEPT) : [],
  };
}

export function readMemory(): PlayerMemory {
  try {
    const { positions } = parseMemory(localStorage.getItem(POSITIONS_KEY));
    return { ...parseMemory(localStorage.getItem(KEY)), positions };
  } catch {
    return NOTHING;
  }
}

/** Storage may be full or forbidden; then nothing is remembered, and playing goes on. */
export function updateMemory(change: (memory: PlayerMemory) => PlayerMemory): void {
  try {
    const { positions, ...settings } = change(readMemory());
    localStorage.setItem(KEY, JSON.stringify(settings));
    localStorage.setItem(POSITIONS_KEY, JSON.stringify({ positions }));
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
