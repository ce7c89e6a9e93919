import { readFile } from "node:fs/promises";
import path from "node:path";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { AUDIO_NAME, readSegments, SEGMENT_S, type Segment } from "./playlists.ts";
import { MediaFault } from "./source-facts.ts";
import { readPackets, runFfmpeg, SAFE_INPUT, type Tools, type Where } from "./tools.ts";
import { toHlsArgs } from "./transcode-args.ts";

/** Copying needs little; this is for very long videos on slow machines. */
const CPU_S = 1_800;
/** Frames are stored up to this much before they are shown: a copy that ends at a time holds a few later frames. */
const REORDER_S = 0.2;
/** Keyframes of different rungs differ by the rounding of their clocks. */
const CLOCK_S = 0.005;

/** A part of a video, in milliseconds of its whole time line. */
export type Part = { fromMs: number; toMs: number };
/**
 * Whether the start moves to the keyframe before it, which loses nothing, or after it, which shows nothing more. The
 * end likewise holds a few frames more, or a few less.
 */
export type Snap = "before" | "after";

/** @returns names of the tracks in a multivariant playlist, video from the lowest rung up */
export function readTracks(multivariant: string): { rungs: string[]; hasAudio: boolean } {
  const rungs = [...multivariant.matchAll(/^([^#\n]+)\.m3u8$/gm)].map(([, name = ""]) => name);
  return { rungs, hasAudio: multivariant.includes(`URI="${AUDIO_NAME}.m3u8"`) };
}

export type Needed = { segments: Segment[]; startS: number };

/** The segments that hold a part, with one more on either side, and when the first of them starts. */
export function findNeeded(playlist: string, { fromMs, toMs }: Part): Needed {
  const needed: Needed = { segments: [], startS: 0 };
  let atS = 0;
  for (const segment of readSegments(playlist)) {
    const endS = atS + segment.lengthS;
    if (endS > fromMs / 1000 - SEGMENT_S && atS < toMs / 1000 + SEGMENT_S) {
      if (needed.segments.length === 0) needed.startS = atS;
      needed.segments.push(segment);
    }
    atS = endS;
  }
  return needed;
}

export function partFile(name: string): string {
  return `${name}.part.mp4`;
}

function copyFile(name: string): string {
  return `${name}.copy.mp4`;
}

/** Turns the fragments of a track into a file that can be searched for a time. */
async function defragment(tools: Tools, where: Where, name: string, target: string): Promise<void> {
  await copyStreams(tools, where, [
    ...[...SAFE_INPUT, "-i", partFile(name)],
    ...["-c", "copy", "-copyts", "-f", "mp4", target],
  ]);
}

async function copyStreams(tools: Tools, where: Where, args: readonly string[]): Promise<void> {
  const end = await runFfmpeg(tools, { ...where, args }, CPU_S);
  if (end.exitCode !== 0) throw new Error(`cut: ${end.stderr.slice(-500)}`);
}

/** Where a part really starts and ends: on the clock of the files, and for viewers. */
type Cut = { fromS: number; toS: number; part: Part };

/**
 * Finds the keyframe to start at in the lowest rung.
 * @param startS when the first segment that was fetched starts for viewers
 * @throws MediaFault no keyframe in the part
 */
async function findCut(
  tools: Tools,
  where: Where,
  { part, snap, startS }: { part: Part; snap: Snap; startS: number },
): Promise<Cut> {
  const keysS: number[] = [];
  await readPackets(tools, where, ["-select_streams", "v:0"], ({ atS, isKey }) => {
    if (isKey && Number.isFinite(atS)) keysS.push(atS);
  });
  keysS.sort((a, b) => a - b);
  const [firstS] = keysS;
  if (firstS === undefined) throw new Error("cut: no keyframes");
  // A file's clock does not start at zero.
  const clockS = firstS - startS;
  const fromS = part.fromMs / 1000 + clockS;
  const toS = part.toMs / 1000 + clockS;
  const before = keysS.findLast((keyS) => keyS <= fromS + CLOCK_S);
  const after = keysS.find((keyS) => keyS >= fromS - CLOCK_S);
  const keyS = snap === "before" ? (before ?? firstS) : after;
  if (keyS === undefined || keyS >= toS) throw new MediaFault(NO_START);
  const lastS = snap === "before" ? toS : toS - REORDER_S;
  return { fromS: keyS, toS: lastS, part: { fromMs: Math.round((keyS - clockS) * 1000), toMs: part.toMs } };
}

const NO_START = "There is no frame to start from in this part. Please choose a longer one.";

export type CutRequest = {
  rungs: readonly string[];
  hasAudio: boolean;
  part: Part;
  snap: Snap;
  /** Of the first fetched segment of the lowest rung, in seconds. */
  startS: number;
};

/**
 * Cuts a part out of a ladder without encoding: CMAF segments and a playlist for each track, and the top rung with the
 * sound as one file under `SOURCE_NAME`. The fragments are in the folder, under `partFile` of each track.
 * @returns the part that was cut, whose start is a keyframe, and the names of the files for viewers
 * @throws MediaFault if no keyframe lies in the part
 */
export async function cutLadder(
  tools: Tools,
  where: Where,
  request: CutRequest,
): Promise<{ part: Part; files: string[] }> {
  const { rungs, hasAudio } = request;
  const [lowest] = rungs;
  if (lowest === undefined) throw new Error("cut: no rungs");
  const tracks = [...rungs, ...(hasAudio ? [AUDIO_NAME] : [])];
  // ffprobe reads only the file of this name.
  await defragment(tools, where, lowest, SOURCE_NAME);
  const cut = await findCut(tools, where, request);
  for (const name of tracks) await defragment(tools, where, name, copyFile(name));
  const inputs = tracks.flatMap((name) => [
    ...[...SAFE_INPUT, "-seek_timestamp", "1"],
    ...["-ss", (cut.fromS + CLOCK_S).toFixed(6), "-to", cut.toS.toFixed(6), "-i", copyFile(name)],
  ]);
  const maps = tracks.flatMap((_, at) => ["-map", `${at}:0`]);
  const renditions = rungs.map((name) => ({ name }));
  await copyStreams(tools, where, [
    ...[...inputs, ...maps, "-c", "copy", "-map_metadata", "-1"],
    ...toHlsArgs({ renditions, hasAudio }, { pieceS: SEGMENT_S, playlistType: "vod" }),
    ...["-map", `${rungs.length - 1}:0`, ...(hasAudio ? ["-map", `${tracks.length - 1}:0`] : [])],
    ...["-c", "copy", "-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4", SOURCE_NAME],
  ]);
  const files: string[] = [];
  for (const name of tracks) {
    const playlist = await readFile(path.join(where.folder, `${name}.m3u8`), "utf8");
    files.push(`init_${name}.mp4`, ...readSegments(playlist).map((segment) => segment.name), `${name}.m3u8`);
  }
  return { part: cut.part, files };
}
