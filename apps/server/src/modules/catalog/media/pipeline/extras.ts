import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { toEven } from "./ladder.ts";
import { SEGMENT_S } from "./playlists.ts";
import { MediaFault, type SourceFacts } from "./source-facts.ts";
import { PATIENT_NICENESS, runFfmpeg, SAFE_INPUT, type Tools, type Where } from "./tools.ts";
import { toPictures, toSize } from "./transcode-args.ts";

const PREVIEW_S = 3;

/** Sharp enough for the banner, small enough for a card: about 300 kB. */
const LONG_SIDE_PX = 854;

const FRAMES_PER_SECOND = 25;

const CPU_S = 300;

const NO_PICTURE = "No picture can be read from the video. Please check that it plays on your own device.";

/** Positions of the three frames, as fractions of the video's length. */
const FRAME_PARTS = [0.2, 0.5, 0.8];
const FRAME_LONG_SIDE_PX = 1280;
const MAX_PIXELS = 50_000_000;
const FRAME_CPU_S = 60;

/**
 * Takes three frames of the video as WebP, at most 1280 pixels on the long side.
 * @throws MediaFault if no frame can be decoded
 */
export async function takeFrames(
  tools: Tools,
  source: SourceFacts,
  where: { folder: string; signal: AbortSignal },
): Promise<Buffer[]> {
  const frames: Buffer[] = [];
  for (const [at, part] of FRAME_PARTS.entries()) {
    const frame = await takeFrame(tools, source, where, {
      atS: (source.videoMs / 1000) * part,
      name: `frame${at}.png`,
    });
    if (frame) frames.push(frame);
  }
  const [first] = frames;
  if (!first) throw new MediaFault(NO_PICTURE);
  while (frames.length < FRAME_PARTS.length) frames.push(first);
  return frames;
}

async function takeFrame(
  tools: Tools,
  source: SourceFacts,
  where: { folder: string; signal: AbortSignal },
  frame: { atS: number; name: string },
): Promise<Buffer | null> {
  const scale = Math.min(1, FRAME_LONG_SIDE_PX / Math.max(source.widthPx, source.heightPx));
  const size = {
    widthPx: Math.max(2, Math.round(source.widthPx * scale)),
    heightPx: Math.max(2, Math.round(source.heightPx * scale)),
  };
  const filters = [...toPictures(source, "send_frame"), ...toSize(source, size, "rgb24")];
  const args = [
    ...[
      "-ss",
      (source.leadS + frame.atS).toFixed(3),
      ...SAFE_INPUT,
      "-i",
      SOURCE_NAME,
      "-map",
      `0:${source.videoIndex}`,
    ],
    ...["-frames:v", "1", "-vf", filters.join(",")],
    // Not compressed, because it is read once. Compressing it took more CPU than decoding the frame.
    ...["-compression_level", "0", "-f", "image2", "-update", "1", frame.name],
  ];
  const end = await runFfmpeg(tools, { ...where, args, niceness: PATIENT_NICENESS }, FRAME_CPU_S);
  if (end.exitCode !== 0) return null;
  const picture = await readFile(path.join(where.folder, frame.name)).catch(() => null);
  return picture ? sharp(picture, { limitInputPixels: MAX_PIXELS }).webp({ quality: 80 }).toBuffer() : null;
}

type ClipSource = Pick<
  SourceFacts,
  "videoMs" | "leadS" | "widthPx" | "heightPx" | "videoIndex" | "isInterlaced" | "hdr"
>;
type ClipTarget = { folder: string; name: string; signal: AbortSignal };

/** Makes a silent three-second clip from the first third of the video, for cards and the banner. */
export async function cutPreview(tools: Tools, source: ClipSource, target: ClipTarget): Promise<void> {
  const lengthS = source.videoMs / 1000;
  const fromS = Math.max(0, Math.min(lengthS / 3, lengthS - PREVIEW_S));
  await cutSilentClip(tools, source, target, { fromS, lengthS: PREVIEW_S, longSidePx: LONG_SIDE_PX, crf: 27 });
}

/**
 * Makes a silent clip of the beginning of the video, with a picture out of it as WebP.
 * @throws MediaFault if no picture can be decoded
 */
export async function cutBeginning(
  tools: Tools,
  source: SourceFacts,
  target: ClipTarget,
  { lengthS, pictureAtS }: { lengthS: number; pictureAtS: number },
): Promise<Buffer> {
  const frame = await takeFrame(tools, source, target, { atS: pictureAtS, name: "frame.png" });
  if (!frame) throw new MediaFault(NO_PICTURE);
  await cutSilentClip(tools, source, target, { fromS: 0, lengthS, longSidePx: FRAME_LONG_SIDE_PX, crf: 23 });
  return frame;
}

async function cutSilentClip(
  tools: Tools,
  source: ClipSource,
  target: ClipTarget,
  clip: { fromS: number; lengthS: number; longSidePx: number; crf: number },
): Promise<void> {
  const scale = Math.min(1, clip.longSidePx / Math.max(source.widthPx, source.heightPx));
  const size = { widthPx: toEven(source.widthPx * scale), heightPx: toEven(source.heightPx * scale) };
  const filters = [...toPictures(source, "send_frame"), `fps=${FRAMES_PER_SECOND}`, ...toSize(source, size, "yuv420p")];
  const args = [
    ...["-ss", (source.leadS + clip.fromS).toFixed(3), "-t", String(clip.lengthS), ...SAFE_INPUT, "-i", SOURCE_NAME],
    ...["-map", `0:${source.videoIndex}`, "-an", "-map_metadata", "-1", "-vf", filters.join(",")],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", String(clip.crf), "-movflags", "+faststart", target.name],
  ];
  const end = await runFfmpeg(tools, { ...target, args }, CPU_S);
  if (end.exitCode !== 0) throw new Error(`clip: ${end.stderr.slice(-500)}`);
}

/** Start and end in milliseconds. */
type Silence = [startMs: number, endMs: number];

/** Quieter than this, for at least this long, is a pause between two sentences. */
const NOISE_DB = -35;
const SILENCE_MIN_S = 0.3;
const SILENCES_MAX = 20_000;
const SILENCES_CPU_S = 1_800;

/**
 * Finds the quiet parts of an audio track of the source, in order.
 * @returns the last one ends at Infinity if the sound does not come back
 * @throws Error if the sound was not read to its end
 */
export async function findSilences(tools: Tools, where: Where, audioIndex: number): Promise<Silence[]> {
  const silences: Silence[] = [];
  let startMs: number | null = null;
  const end = await runFfmpeg(
    tools,
    {
      ...where,
      niceness: PATIENT_NICENESS,
      args: [
        ...[...SAFE_INPUT, "-i", SOURCE_NAME, "-map", `0:${audioIndex}`, "-vn", "-sn", "-dn"],
        // The filter only logs what it finds; the second one prints it where we read it.
        ...["-af", `silencedetect=noise=${NOISE_DB}dB:duration=${SILENCE_MIN_S},ametadata=mode=print:file=-`],
        ...["-f", "null", "-"],
      ],
      onLine(line) {
        const [, edge, seconds] = /^lavfi\.silence_(start|end)=(-?[\d.]+)/.exec(line) ?? [];
        const atMs = Math.max(0, Math.round(Number(seconds) * 1_000));
        if (edge === "start") startMs = atMs;
        if (edge !== "end" || startMs === null || silences.length === SILENCES_MAX) return;
        silences.push([startMs, atMs]);
        startMs = null;
      },
    },
    SILENCES_CPU_S,
  );
  if (end.exitCode !== 0) throw new Error(`silences: ffmpeg ended with ${end.exitCode}: ${end.stderr.slice(-500)}`);
  return startMs === null ? silences : [...silences, [startMs, Number.POSITIVE_INFINITY]];
}

const SHEET_COLUMNS = 5;
const SHEET_ROWS = 5;
const THUMB_LONG_SIDE_PX = 192;
const MIN_SECONDS = 1;
const MAX_THUMBS = 250;
/** Pictures this far apart can be taken from keyframes alone, at a hundredth of the cost. */
const KEYFRAMES_DO_S = 2 * SEGMENT_S;
const STORYBOARD_CPU_S = 1_800;

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
  const end = await runFfmpeg(tools, { ...where, args }, STORYBOARD_CPU_S);
  if (end.exitCode !== 0) throw new Error(`storyboard: ${end.stderr.slice(-500)}`);
  const sheets = (await readdir(where.folder)).filter((name) => /^sheet\d{3}\.png$/.test(name)).sort();
  return Promise.all(sheets.map((name) => sharp(path.join(where.folder, name)).webp({ quality: 70 }).toBuffer()));
}
