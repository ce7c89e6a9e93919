import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Storage } from "#platform/storage/storage.ts";
import {
  joinPieces,
  peakBitsPerS,
  readSegments,
  type Segment,
  type SizedSegment,
  segmentEndS,
  toMediaPlaylist,
} from "./playlists.ts";
import { MediaFault } from "./source-facts.ts";

/** Moves one media playlist from ffmpeg's output folder to storage. */
export type Track = {
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

export function createTrack(storage: Storage, where: Where): Track {
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
