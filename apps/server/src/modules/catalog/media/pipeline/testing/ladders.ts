import { execFile } from "node:child_process";
import { link, mkdtemp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { createFolderStorage } from "#platform/storage/folder-storage.ts";
import { choosePlan } from "../choose-plan.ts";
import type { Rendition } from "../ladder.ts";
import { AUDIO_NAME, readSegments, type Segment } from "../playlists.ts";
import { probeSource } from "../probe.ts";
import type { SourceFacts } from "../source-facts.ts";
import { transcode } from "../transcode.ts";
import type { Plan } from "../transcode-args.ts";
import { tools } from "./clips.ts";

export type Packet = { atS: number; endS: number; isKey: boolean };

export type MadeTrack = {
  playlist: string;
  segments: Segment[];
  /** Init segment and segments in one file. */
  file: string;
  stream: Record<string, string | number>;
  /** In display order. */
  packets: Packet[];
};

export type MadeRung = MadeTrack & { rendition: Rendition };
export type MadeLadder = {
  source: SourceFacts;
  folder: string;
  master: string;
  rungs: MadeRung[];
  audio: MadeTrack | null;
  progress: number[];
  /** For each call of `onPlayable`: the number of segments in each track. */
  playable: number[][];
  /** The owner's message about what was lost. */
  damage: string | null;
};

const signal = new AbortController().signal;
const PREFIX = "contents/1/run/hls";

/** A private folder with the file under the name the pipeline expects. */
export async function placeSource(home: string, file: string): Promise<string> {
  const folder = await mkdtemp(path.join(home, "work-"));
  await link(file, path.join(folder, SOURCE_NAME));
  return folder;
}

/**
 * Runs a file through the pipeline into storage of its own and reads back what a player would.
 * @param toPlan instead of the pipeline's own choice
 */
export async function makeLadder(
  home: string,
  file: string,
  toPlan?: (source: SourceFacts) => Plan,
): Promise<MadeLadder> {
  const folder = await placeSource(home, file);
  const source = await probeSource(tools, folder, signal);
  const plan = toPlan?.(source) ?? (await choosePlan(tools, source, { folder, signal }));
  const store = await mkdtemp(path.join(home, "store-"));
  const progress: number[] = [];
  const playable: number[][] = [];
  const published = path.join(store, PREFIX);
  const names = [...plan.renditions.map(({ name }) => name), ...(plan.hasAudio ? [AUDIO_NAME] : [])];
  const damage = await transcode(
    { tools, storage: createFolderStorage(store) },
    { source, plan },
    { folder, prefix: PREFIX, signal },
    {
      onProgress: (part) => progress.push(part),
      onPlayable: async () => {
        const texts = await Promise.all(names.map((name) => readFile(path.join(published, `${name}.m3u8`), "utf8")));
        playable.push(texts.map((text) => readSegments(text).length));
      },
    },
  );
  const rungs: MadeRung[] = [];
  for (const rendition of plan.renditions) rungs.push({ rendition, ...(await readTrack(published, rendition.name)) });
  const audio = plan.hasAudio ? await readTrack(published, AUDIO_NAME) : null;
  const master = await readFile(path.join(published, "master.m3u8"), "utf8");
  return { source, folder, master, rungs, audio, progress, playable, damage };
}

async function readTrack(folder: string, name: string): Promise<MadeTrack> {
  const playlist = await readFile(path.join(folder, `${name}.m3u8`), "utf8");
  const segments = readSegments(playlist);
  const parts = [`init_${name}.mp4`, ...segments.map((segment) => segment.name)];
  const file = path.join(folder, `${name}.whole.mp4`);
  await writeFile(file, Buffer.concat(await Promise.all(parts.map((part) => readFile(path.join(folder, part))))));
  const { streams, packets } = await show(file);
  return {
    playlist,
    segments,
    file,
    stream: streams[0] ?? {},
    packets: packets.map(toPacket).sort((a, b) => a.atS - b.atS),
  };
}

type Shown = { streams: Record<string, string | number>[]; packets: Record<string, string>[] };

/** Streams and packets of a file according to ffprobe. */
export async function show(file: string): Promise<Shown> {
  const args = ["-v", "error", "-show_streams", "-show_packets", "-of", "json", file];
  const { stdout } = await promisify(execFile)("ffprobe", args, { maxBuffer: 64 * 1024 ** 2 });
  return JSON.parse(stdout) as Shown;
}

function toPacket(packet: Record<string, string>): Packet {
  const atS = Number(packet.pts_time);
  return { atS, endS: atS + Number(packet.duration_time ?? 0), isKey: packet.flags?.startsWith("K") ?? false };
}

/** How many frames differ from the one before. */
export async function countMotion(file: string): Promise<number> {
  const args = ["-v", "error", "-i", file, "-vf", "mpdecimate", "-fps_mode", "passthrough", "-f", "framecrc", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { maxBuffer: 64 * 1024 ** 2 });
  return stdout.split("\n").filter((line) => /^0,/.test(line)).length;
}

/** Decoder errors for these files; empty if everything can be decoded. */
export async function decodeFaults(files: readonly string[]): Promise<string> {
  const inputs = files.flatMap((file) => ["-i", file]);
  const maps = files.flatMap((_, at) => ["-map", String(at)]);
  const args = ["-v", "error", "-xerror", ...inputs, ...maps, "-f", "null", "-"];
  const { stderr } = await promisify(execFile)("ffmpeg", args);
  return stderr;
}
