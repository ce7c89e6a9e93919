/** One small picture of a storyboard: a rectangle of a sheet, and the stretch of time it stands for. */
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
 * Reads a WebVTT file whose cues are addresses with `#xywh=`. Cues it cannot read are left out.
 * @param baseUrl address of the file itself, for the sheets named relative to it
 * @returns in the order of time
 */
export function readStoryboard(vtt: string, baseUrl: string): StoryboardTile[] {
  return vtt
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .flatMap((block) => readCue(block, baseUrl))
    .sort((a, b) => a.fromS - b.fromS);
}

/** @returns the tile that stands for this moment; the last one before it where there is a gap */
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
  const target = /^(.*)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec((lines[timing + 1] ?? "").trim());
  if (timing < 0 || fromS === null || untilS === null || !target || !URL.canParse(target[1] ?? "", baseUrl)) return [];
  const [xPx = 0, yPx = 0, widthPx = 0, heightPx = 0] = target.slice(2).map(Number);
  if (widthPx === 0 || heightPx === 0) return [];
  return [{ fromS, untilS, url: new URL(target[1] ?? "", baseUrl).href, xPx, yPx, widthPx, heightPx }];
}

/** `mm:ss.mmm` or `hh:mm:ss.mmm` */
function readTime(text: string): number | null {
  const match = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number(match[3]);
}
