import { useEffect, useState } from "react";

/** A thumbnail: a rectangle of a sprite sheet and the time that it covers. */
export type StoryboardTile = {
  fromS: number;
  untilS: number;
  url: string;
  xPx: number;
  yPx: number;
  widthPx: number;
  heightPx: number;
};

const ARROW = "-->";

/**
 * Parses a WebVTT file whose cues are URLs with `#xywh=`. Skips invalid cues.
 * @param baseUrl the URL of the file, for relative sheet URLs
 * @returns the tiles in order of time
 */
export function readStoryboard(vtt: string, baseUrl: string): StoryboardTile[] {
  return vtt
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .flatMap((block) => readCue(block, baseUrl))
    .sort((a, b) => a.fromS - b.fromS);
}

/** @returns the tile at this time, or the last one before a gap */
export function findTile(tiles: readonly StoryboardTile[], atS: number): StoryboardTile | null {
  let low = 0;
  let high = tiles.length - 1;
  let found: StoryboardTile | null = tiles[0] ?? null;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const tile = tiles[middle];
    if (!tile) break;
    if (tile.fromS <= atS) {
      found = tile;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found;
}

function readCue(block: string, baseUrl: string): StoryboardTile[] {
  const lines = block.split("\n");
  const timing = lines.findIndex((line) => line.includes(ARROW));
  const [from = "", rest = ""] = (lines[timing] ?? "").split(ARROW);
  const fromS = readTime(from);
  const untilS = readTime(rest.trim().split(/\s/)[0] ?? "");
  const sprite = readSprite(lines[timing + 1] ?? "", baseUrl);
  if (fromS === null || untilS === null || sprite === null) return [];
  return [{ fromS, untilS, ...sprite }];
}

/** @returns null for an invalid URL or an empty rectangle */
function readSprite(line: string, baseUrl: string): Omit<StoryboardTile, "fromS" | "untilS"> | null {
  const [, path, ...box] = /^(.*)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(line.trim()) ?? [];
  if (path === undefined || !URL.canParse(path, baseUrl)) return null;
  const [xPx = 0, yPx = 0, widthPx = 0, heightPx = 0] = box.map(Number);
  return widthPx > 0 && heightPx > 0 ? { url: new URL(path, baseUrl).href, xPx, yPx, widthPx, heightPx } : null;
}

/** `mm:ss.mmm` or `hh:mm:ss.mmm` */
function readTime(text: string): number | null {
  const match = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}

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
