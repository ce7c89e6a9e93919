import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Storage } from "#platform/storage/storage.ts";
import { readSegments, type Segment, toMediaPlaylist } from "./playlists.ts";

/** One media playlist on its way from the folder where ffmpeg writes into the store. */
export type Track = {
  /** Publishes what is new since the last call. */
  publish(): Promise<void>;
  /** Publishes the rest and ends the playlist. @throws Error there is nothing */
  finish(): Promise<void>;
  published(): readonly Segment[];
  peakBitsPerS(): number;
};

type Where = { folder: string; prefix: string; name: string; targetS: number };

const PLAYLIST = "application/vnd.apple.mpegurl";

export function openTrack(storage: Storage, where: Where): Track {
  const done: Segment[] = [];
  let hasInit = false;
  let peak = 0;

  async function putFile(name: string, contentType: string): Promise<void> {
    await storage.putFile(`${where.prefix}/${name}`, path.join(where.folder, name), { contentType });
  }

  async function putSegments(): Promise<boolean> {
    const text = await readFile(path.join(where.folder, `${where.name}.m3u8`), "utf8").catch(() => "");
    const fresh = readSegments(text).slice(done.length);
    if (fresh.length > 0 && !hasInit) {
      await putFile(`init_${where.name}.mp4`, "video/mp4");
      hasInit = true;
    }
    for (const segment of fresh) {
      const local = path.join(where.folder, segment.name);
      const { size } = await stat(local);
      peak = Math.max(peak, Math.round((size * 8) / Math.max(0.5, segment.lengthS)));
      await putFile(segment.name, "video/iso.segment");
      // The disk of the worker holds a few segments, not the whole ladder a second time.
      await rm(local, { force: true });
      done.push(segment);
    }
    return fresh.length > 0;
  }

  async function putPlaylist(isEnded: boolean): Promise<void> {
    const targetS = Math.max(where.targetS, ...done.map(({ lengthS }) => lengthS));
    const text = toMediaPlaylist(done, { name: where.name, targetS, isEnded });
    await storage.put(`${where.prefix}/${where.name}.m3u8`, text, { contentType: PLAYLIST });
  }

  return {
    published: () => done,
    peakBitsPerS: () => peak,
    async publish() {
      if (await putSegments()) await putPlaylist(false);
    },
    async finish() {
      await putSegments();
      if (done.length === 0) throw new Error(`no segment of ${where.name}`);
      await putPlaylist(true);
    },
  };
}
