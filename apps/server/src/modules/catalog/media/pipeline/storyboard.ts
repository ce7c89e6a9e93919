import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { SEGMENT_S } from "./segments.ts";
import type { SourceFacts } from "./source-facts.ts";
import { runFfmpeg, SAFE_INPUT, type Tools } from "./tools.ts";

export const SHEET_COLUMNS = 5;
export const SHEET_ROWS = 5;
const THUMB_LONG_SIDE_PX = 192;
const MIN_SECONDS = 1;
const MAX_THUMBS = 250;
/** Pictures this far apart can be taken from keyframes alone, at a hundredth of the cost. */
const KEYFRAMES_DO_S = 2 * SEGMENT_S;
const CPU_S = 1_800;

export type Grid = { everyS: number; widthPx: number; heightPx: number; thumbs: number };

/** One small picture per second, fewer for a long video, at most 250. */
export function chooseGrid(source: Pick<SourceFacts, "lengthMs" | "widthPx" | "heightPx">): Grid {
  const lengthS = source.lengthMs / 1000;
  const everyS = Math.max(MIN_SECONDS, Math.ceil(lengthS / MAX_THUMBS));
  const scale = THUMB_LONG_SIDE_PX / Math.max(source.widthPx, source.heightPx);
  return {
    everyS,
    widthPx: Math.max(2, Math.round((source.widthPx * scale) / 2) * 2),
    heightPx: Math.max(2, Math.round((source.heightPx * scale) / 2) * 2),
    thumbs: Math.max(1, Math.ceil(lengthS / everyS)),
  };
}

/** WebVTT whose cues point at a region of a sheet (Media Fragments, `#xywh`). */
export function toStoryboardVtt(grid: Grid, lengthMs: number): string {
  const perSheet = SHEET_COLUMNS * SHEET_ROWS;
  const cues = Array.from({ length: grid.thumbs }, (_, at) => {
    const inSheet = at % perSheet;
    const x = (inSheet % SHEET_COLUMNS) * grid.widthPx;
    const y = Math.floor(inSheet / SHEET_COLUMNS) * grid.heightPx;
    const endMs = Math.min((at + 1) * grid.everyS * 1000, Math.max(lengthMs, at * grid.everyS * 1000 + 1));
    const sheet = `sheet-${Math.floor(at / perSheet)}.webp`;
    return `${clock(at * grid.everyS * 1000)} --> ${clock(endMs)}\n${sheet}#xywh=${x},${y},${grid.widthPx},${grid.heightPx}`;
  });
  return `WEBVTT\n\n${cues.join("\n\n")}\n`;
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

/**
 * Draws the sheets from the lowest rendition, which is the cheapest to decode.
 * @param input path of one of our own files, in `where.folder`
 * @returns the sheets as WebP, in order, as many as the grid needs
 */
export async function drawSheets(
  tools: Tools,
  input: string,
  grid: Grid,
  where: { folder: string; signal: AbortSignal },
): Promise<Buffer[]> {
  const perSheet = SHEET_COLUMNS * SHEET_ROWS;
  const filters = [
    // A rendition's clock starts a few frames late, because some frames are decoded before they are shown.
    "setpts=PTS-STARTPTS",
    // The picture of a slot is the last frame up to its start.
    `fps=1/${grid.everyS}:start_time=0:round=up`,
    // The last frame fills slots lost to rounding.
    `tpad=stop_mode=clone:stop=${perSheet}`,
    `trim=end_frame=${grid.thumbs}`,
    ...[`scale=${grid.widthPx}:${grid.heightPx}`, "setsar=1", `tile=${SHEET_COLUMNS}x${SHEET_ROWS}`],
  ];
  const args = [
    ...(grid.everyS >= KEYFRAMES_DO_S ? ["-skip_frame", "nokey"] : []),
    ...[...SAFE_INPUT, "-i", input, "-map", "0:v:0", "-vf", filters.join(","), "sheet%03d.png"],
  ];
  const end = await runFfmpeg(tools, { ...where, args }, CPU_S);
  if (end.exitCode !== 0) throw new Error(`storyboard: ${end.stderr.slice(-500)}`);
  const sheets = (await readdir(where.folder)).filter((name) => /^sheet\d{3}\.png$/.test(name)).sort();
  return Promise.all(sheets.map((name) => sharp(path.join(where.folder, name)).webp({ quality: 70 }).toBuffer()));
}
