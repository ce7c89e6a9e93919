import { useEffect, useState } from "react";
import { findTile, readStoryboard, type StoryboardTile } from "./storyboard.ts";

/** Loads the storyboard once it is needed. Without one, there are no tiles. */
export function useStoryboard(url: string | null, isEnabled: boolean): StoryboardTile[] {
  const [tiles, setTiles] = useState<StoryboardTile[]>([]);
  useEffect(() => {
    if (url === null || !isEnabled) return;
    const fetching = new AbortController();
    void fetchTiles(url, fetching.signal).then(setTiles, () => setTiles([]));
    return () => fetching.abort();
  }, [url, isEnabled]);
  return tiles;
}

async function fetchTiles(url: string, signal: AbortSignal): Promise<StoryboardTile[]> {
  const reply = await fetch(url, { signal });
  return reply.ok ? readStoryboard(await reply.text(), reply.url) : [];
}

/** The thumbnail at a time, as wide as its place. An image, because printers leave backgrounds out. */
export function StoryboardFrame({ tiles, atS }: { tiles: readonly StoryboardTile[]; atS: number }) {
  const tile = findTile(tiles, atS);
  if (!tile) return null;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${tile.widthPx} ${tile.heightPx}`} className="absolute inset-0 size-full">
      <image href={tile.url} x={-tile.xPx} y={-tile.yPx} />
    </svg>
  );
}
