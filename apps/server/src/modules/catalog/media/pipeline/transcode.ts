import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Storage } from "#platform/storage/storage.ts";
import { createDamageDetector, type Damage, describeDamage } from "./damage.ts";
import { AUDIO_KBPS, chooseFrameRate } from "./ladder.ts";
import {
  AUDIO_NAME,
  joinPieces,
  keyframesBeside,
  peakBitsPerS,
  piecesBetween,
  piecesOf,
  readAvcCodec,
  readSegments,
  type Segment,
  type SizedSegment,
  segmentEndS,
  segmentStartsS,
  toMediaPlaylist,
  toMultivariantPlaylist,
} from "./playlists.ts";
import type { ProgramEnd } from "./run-program.ts";
import { MediaFault, type SourceFacts } from "./source-facts.ts";
import { runFfmpeg, type Tools } from "./tools.ts";
import { type Plan, toTranscodeArgs } from "./transcode-args.ts";

const POLL_INTERVAL_MS = 100;
/** CPU seconds allowed per second of video, with room for slow machines, and the minimum in total. */
const CPU_FACTOR = 60;
const CPU_LEAST_S = 120;

/** A damaged track was copied: a browser stops at the first packet that it cannot decode. */
export class DamagedCopyError extends Error {
  override readonly name = "DamagedCopyError";

  readonly track: "picture" | "sound";

  constructor(track: "picture" | "sound") {
    super(`the ${track} is damaged and was copied`);
    this.track = track;
  }
}

type Job = { source: SourceFacts; plan: Plan };

type TranscodeEvents = {
  /** The first segments of every rung can be fetched. */
  onPlayable(): Promise<void>;
  /** @param part between 0 and 1 */
  onProgress(part: number): void;
};

/**
 * Makes the ladder of `source` in `folder` and publishes it under `prefix` while it grows: segments first, then the
 * playlist that lists them.
 * @returns what could not be read of the source, in words for its owner; null if everything could
 * @throws MediaFault if ffmpeg gave up on the source; DamagedCopyError if `plan` has to be one that copies less
 */
export async function transcode(
  deps: { tools: Tools; storage: Storage },
  { source, plan }: Job,
  where: { folder: string; prefix: string; signal: AbortSignal },
  events: TranscodeEvents,
): Promise<string | null> {
  const tracks = [
    ...plan.renditions.map(({ name, isCopied }) => ({ name, piecesOf: toPieces(plan, isCopied) })),
    ...(plan.hasAudio ? [{ name: AUDIO_NAME, piecesOf: null }] : []),
  ].map((track) => createTrack(deps.storage, { ...where, ...track, targetS: plan.segmentS }));
  const damage = createDamageDetector(source);
  const publishing = new AbortController();
  let hasEnded = false;
  const running = runFfmpeg(
    deps.tools,
    {
      folder: where.folder,
      signal: AbortSignal.any([where.signal, publishing.signal]),
      args: toTranscodeArgs(source, plan),
      onLine: (line) => reportProgress(line, source.lengthMs, events),
      onErrorLine: (line) => {
        damage.onErrorLine(line);
        requireWholeCopies(plan, damage.result());
      },
    },
    CPU_LEAST_S + (source.lengthMs / 1000) * CPU_FACTOR,
  ).finally(() => {
    hasEnded = true;
  });

  async function publishWhileItGrows(): Promise<boolean> {
    let isPlayable = false;
    while (!hasEnded) {
      await sleep(POLL_INTERVAL_MS);
      for (const track of tracks) await track.publish();
      if (isPlayable || tracks.some((track) => track.published().length === 0)) continue;
      await publishMultivariant(deps.storage, { source, plan }, where, tracks);
      await events.onPlayable();
      isPlayable = true;
    }
    return isPlayable;
  }

  // If storage fails, stop ffmpeg too, because nothing would fetch its output.
  const publishingEnd = publishWhileItGrows().catch((error: unknown) => {
    publishing.abort(error);
    throw error;
  });
  // Both must have ended before the folder is removed.
  await Promise.allSettled([publishingEnd, running]);
  const wasPlayable = await publishingEnd;
  const end = await running;
  if (end.exitCode !== 0) throw toFault(end);
  for (const track of tracks) await track.finish();
  await publishMultivariant(deps.storage, { source, plan }, where, tracks);
  if (!wasPlayable) await events.onPlayable();
  return describeDamage(damage.result(), source);
}

/** @throws DamagedCopyError */
function requireWholeCopies({ renditions, isAudioCopied }: Plan, { frames, audioPackets }: Damage): void {
  if (frames > 0 && renditions.some(({ isCopied }) => isCopied)) throw new DamagedCopyError("picture");
  if (audioPackets > 0 && isAudioCopied) throw new DamagedCopyError("sound");
}

/** How many pieces make up a segment of a rung. */
function toPieces({ cutsS }: Plan, isCopied: boolean): (index: number) => number {
  if (!cutsS) return piecesOf;
  const pieces = piecesBetween(isCopied ? cutsS : keyframesBeside(cutsS), segmentStartsS(cutsS));
  return (index) => pieces[index] ?? 1;
}

function toFault({ endedBy }: ProgramEnd): MediaFault {
  if (endedBy === "SIGKILL")
    return new MediaFault(
      "The video is too demanding to process. Please save it at a smaller size and upload it again.",
    );
  return new MediaFault("The video cannot be read to its end. Please check that it plays on your own device.");
}

function reportProgress(line: string, lengthMs: number, events: TranscodeEvents): void {
  const [, micros] = /^out_time_us=(\d+)/.exec(line) ?? [];
  if (micros !== undefined) events.onProgress(Math.min(1, Number(micros) / 1000 / lengthMs));
}

async function publishMultivariant(
  storage: Storage,
  { source, plan }: Job,
  where: { folder: string; prefix: string },
  tracks: readonly Track[],
): Promise<void> {
  const framesPerSecond = chooseFrameRate(source);
  const variants = await Promise.all(
    plan.renditions.map(async (rendition, at) => ({
      ...rendition,
      framesPerSecond,
      codec: readAvcCodec(await readFile(path.join(where.folder, `init_${rendition.name}.mp4`))),
      bitsPerS: Math.max(rendition.isCopied ? source.videoKbps * 1000 : 0, tracks[at]?.peak() ?? 0, 50_000),
    })),
  );
  const audio = plan.hasAudio ? tracks.at(-1) : undefined;
  const playlist = toMultivariantPlaylist(variants, audio ? Math.max(audio.peak(), AUDIO_KBPS * 1000) : null);
  await storage.put(`${where.prefix}/master.m3u8`, playlist, { contentType: "application/vnd.apple.mpegurl" });
}

/** Moves one media playlist from ffmpeg's output folder to storage. */
type Track = {
  /** Publishes what is new since the last call. */
  publish(): Promise<void>;
  /** Publishes the rest and ends the playlist. @throws MediaFault if there is nothing */
  finish(): Promise<void>;
  published(): readonly Segment[];
  /** In bits per second. */
  peak(): number;
};

type Where = {
  folder: string;
  prefix: string;
  name: string;
  /** No segment is longer. */
  targetS: number;
  /**
   * ffmpeg ends a piece at each keyframe, and at every half second of audio; pieces are joined into segments.
   * @returns how many pieces the segment has; null for audio, which goes by duration
   */
  piecesOf: ((index: number) => number) | null;
};

const PLAYLIST = "application/vnd.apple.mpegurl";
const SEGMENT = "video/iso.segment";
/** A piece of audio ends at a packet boundary, up to this much early. */
const PACKET_S = 0.1;

function createTrack(storage: Storage, where: Where): Track {
  const done: SizedSegment[] = [];
  let waiting: Segment[] = [];
  let seen = { pieces: 0, listed: "" };

  function localPath(name: string): string {
    return path.join(where.folder, name);
  }

  /** Segments ffmpeg has listed since the last call. */
  async function readNew(): Promise<Segment[]> {
    const list = localPath(`${where.name}.m3u8`);
    const listed = await stat(list).then(
      ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
      () => "",
    );
    if (listed === seen.listed) return [];
    const pieces = readSegments(await readFile(list, "utf8"));
    const newSegments = pieces.slice(seen.pieces);
    seen = { pieces: pieces.length, listed };
    return newSegments;
  }

  function isFull(): boolean {
    if (where.piecesOf) return waiting.length >= where.piecesOf(done.length);
    return lengthOf(done) + lengthOf(waiting) >= segmentEndS(done.length) - PACKET_S;
  }

  async function putWaiting(): Promise<void> {
    const [first] = waiting;
    if (!first) return;
    if (done.length === 0) {
      const init = `init_${where.name}.mp4`;
      await storage.putFile(`${where.prefix}/${init}`, localPath(init), { contentType: "video/mp4" });
    }
    const key = `${where.prefix}/${first.name}`;
    const files = waiting.map(({ name }) => localPath(name));
    let sizeBytes: number;
    if (files.length === 1) {
      sizeBytes = (await stat(localPath(first.name))).size;
      await storage.putFile(key, localPath(first.name), { contentType: SEGMENT });
    } else {
      const joined = joinPieces(await Promise.all(files.map((file) => readFile(file))));
      sizeBytes = joined.length;
      await storage.put(key, joined, { contentType: SEGMENT });
    }
    // Keeps only a few segments on the worker's disk, not the whole ladder a second time.
    for (const file of files) await rm(file, { force: true });
    done.push({ name: first.name, lengthS: lengthOf(waiting), sizeBytes });
    waiting = [];
  }

  async function publishNew(): Promise<boolean> {
    const before = done.length;
    for (const piece of await readNew()) {
      waiting.push(piece);
      if (isFull()) await putWaiting();
    }
    return done.length > before;
  }

  async function putPlaylist(isEnded: boolean): Promise<void> {
    const targetS = Math.max(where.targetS, ...done.map(({ lengthS }) => Math.round(lengthS)));
    const text = toMediaPlaylist(done, { name: where.name, targetS, isEnded });
    await storage.put(`${where.prefix}/${where.name}.m3u8`, text, { contentType: PLAYLIST });
  }

  return {
    published: () => done,
    peak: () => peakBitsPerS(done, where.targetS),
    async publish() {
      if (await publishNew()) await putPlaylist(false);
    },
    async finish() {
      await publishNew();
      await putWaiting();
      if (done.length === 0) throw new MediaFault("A track of the video contains nothing we can read.");
      await putPlaylist(true);
    },
  };
}

function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { lengthS }) => sum + lengthS, 0);
}
