import { lazyWithPreload } from "#lib/lazy-with-preload.tsx";
import type { PrefetchedEngine } from "./hls-engine.ts";
import type { PlayerProps } from "./player.tsx";

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
