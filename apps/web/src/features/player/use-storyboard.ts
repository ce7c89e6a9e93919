import { useEffect, useState } from "react";
import { readStoryboard, type StoryboardTile } from "./storyboard.ts";

/** Fetches the storyboard once somebody points at the seek bar; without one there is only the time to show. */
export function useStoryboard(url: string | null, isWanted: boolean): StoryboardTile[] {
  const [tiles, setTiles] = useState<StoryboardTile[]>([]);
  useEffect(() => {
    if (url === null || !isWanted) return;
    const fetching = new AbortController();
    void fetchTiles(url, fetching.signal).then(setTiles, () => setTiles([]));
    return () => fetching.abort();
  }, [url, isWanted]);
  return tiles;
}

async function fetchTiles(url: string, signal: AbortSignal): Promise<StoryboardTile[]> {
  const reply = await fetch(url, { signal });
  return reply.ok ? readStoryboard(await reply.text(), reply.url) : [];
}
