import type { ContentItem } from "@app/contract/contents";
import { useState } from "react";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { isSavingData } from "#lib/saves-data.ts";
import { LoadError } from "#ui/load-error.tsx";
import type { PrefetchedEngine } from "./hls-engine.ts";
import type { PlayerProps } from "./player.tsx";

/** As long as the router uses what it preloaded. */
const HOVERED_FOR_MS = 10_000;

/** Null until it is loaded. */
let playerModule: typeof import("./player.tsx") | null = null;

/** The player and its engine are a large chunk; meanwhile its place and poster are shown. */
const { Component: LazyPlayer, preload } = lazyWithPreload<PlayerProps>(
  async () => {
    playerModule = await withOfflineError(import("./player.tsx"));
    return playerModule.Player;
  },
  PlayerPlace,
  { Fallback: LoadError },
);

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

/** What the player plays; a trim replaces all of it. */
export type Stream = { hls: string | null; storyboard: string | null; fromS: number; lengthS: number | null };

function streamOf({ video_content, trim_from_s, length }: ContentItem): Stream {
  return { hls: video_content.hls, storyboard: video_content.storyboard, fromS: trim_from_s, lengthS: length };
}

/**
 * Keeps the URL that is playing, because a newer one of the same video would restart it; but chapters and captions
 * follow the item, so once its time line begins or ends elsewhere, the player goes on there too.
 */
export function useStream(item: ContentItem, refetch: () => Promise<ContentItem | null>) {
  const [stream, setStream] = useState(() => streamOf(item));
  const { hls, fromS, lengthS } = stream;
  const [seenItem, setSeenItem] = useState(item);
  if (item !== seenItem) {
    setSeenItem(item);
    const isRetimed = item.trim_from_s !== fromS || item.length !== lengthS;
    if (item.video_content.hls !== null && (hls === null || isRetimed)) setStream(streamOf(item));
  }

  async function renewUrl(): Promise<boolean> {
    const fresh = await refetch();
    if (!fresh?.video_content.hls || fresh.video_content.hls === hls) return false;
    setStream(streamOf(fresh));
    return true;
  }
  return { stream, renewUrl };
}
