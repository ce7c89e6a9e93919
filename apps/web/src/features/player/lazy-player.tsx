import { lazyWithPreload } from "#lib/lazy-with-preload.tsx";
import { isSavingData } from "#lib/saves-data.ts";
import type { PrefetchedEngine } from "./hls-engine.ts";
import type { PlayerProps } from "./player.tsx";

/** As long as the router uses what it preloaded. */
const HOVERED_FOR_MS = 10_000;

/** Null until it is loaded. */
let playerModule: typeof import("./player.tsx") | null = null;

/** The player and its engine are a large chunk; meanwhile its place and poster are shown. */
const { Component: LazyPlayer, preload } = lazyWithPreload<PlayerProps>(async () => {
  playerModule = await import("./player.tsx");
  return playerModule.Player;
}, PlayerPlace);

export { LazyPlayer };

/** Starts loading the player's code, in parallel with the item to play. */
export function preloadPlayer(): void {
  // The component reports the error when it renders.
  preload().catch(() => undefined);
}

let hovered: AbortController | null = null;

/**
 * Loads the first segment of a video that the pointer or the focus is on, for ten seconds. The next such video ends it.
 * @returns null if the player's code is not loaded yet, or if the user wants to save data
 */
export function prefetchHovered(url: string, startAtS: number): PrefetchedEngine | null {
  hovered?.abort();
  hovered = new AbortController();
  if (isSavingData()) return null;
  return prefetchVideo(url, startAtS, AbortSignal.any([hovered.signal, AbortSignal.timeout(HOVERED_FOR_MS)]));
}

/** @returns null if the player's code is not loaded yet; the player then creates its own engine */
export function prefetchVideo(url: string, startAtS: number, signal: AbortSignal): PrefetchedEngine | null {
  return playerModule?.prefetchEngine(url, startAtS, signal) ?? null;
}

/** Has exactly the size of the player, to avoid layout shift. */
function PlayerPlace({ poster }: PlayerProps) {
  return (
    <div className="aspect-video max-h-[calc(100dvh-8rem)] w-full bg-ground sm:rounded-media" data-theme="dark">
      {poster !== null && <img src={poster} alt="" className="size-full rounded-[inherit] object-contain" />}
    </div>
  );
}
