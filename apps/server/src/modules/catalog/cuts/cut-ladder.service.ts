import { appendFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { CUT_MESSAGES } from "@app/contract/cuts";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import {
  cutLadder,
  findNeeded,
  type Part,
  partFile,
  readTracks,
  type Snap,
} from "#modules/catalog/media/pipeline/cut.ts";
import { AUDIO_NAME } from "#modules/catalog/media/pipeline/playlists.ts";
import { MediaFault } from "#modules/catalog/media/pipeline/source-facts.ts";
import type { Where } from "#modules/catalog/media/pipeline/tools.ts";
import type { Deps } from "#platform/deps.ts";

type CutDeps = Pick<Deps, "storage" | "config">;
/** A run of the pipeline, whose files are in a folder of its own. */
export type RunOf = { id: string; run: string };

const CONTENT_TYPES: Record<string, string> = {
  ".m3u8": "application/vnd.apple.mpegurl",
  ".m4s": "video/iso.segment",
  ".mp4": "video/mp4",
};

/**
 * Cuts a part out of one run's ladder and stores it as another run's. Nothing is encoded. The part is left in the
 * folder as one file, under `SOURCE_NAME`.
 * @returns the part, which starts at a keyframe
 * @throws MediaFault the ladder is gone, or no keyframe lies in the part
 */
export async function storeCut(
  deps: CutDeps,
  where: Where,
  { from, to }: { from: RunOf; to: RunOf },
  wanted: { part: Part; snap: Snap },
): Promise<Part> {
  const source = `${runFolder(from.id, from.run)}/hls`;
  const target = `${runFolder(to.id, to.run)}/hls`;
  const master = await readText(deps, `${source}/master.m3u8`);
  const tracks = readTracks(master);
  const starts: number[] = [];
  for (const name of [...tracks.rungs, ...(tracks.hasAudio ? [AUDIO_NAME] : [])])
    starts.push(await fetchPart(deps, where, { source, name, part: wanted.part }));
  const { part, files } = await cutLadder(deps.config, where, { ...tracks, ...wanted, startS: starts[0] ?? 0 });
  for (const name of files) {
    const contentType = CONTENT_TYPES[path.extname(name)] ?? "application/octet-stream";
    await deps.storage.putFile(`${target}/${name}`, path.join(where.folder, name), { contentType });
  }
  // The rungs and their bit rates are those of the source.
  await deps.storage.put(`${target}/master.m3u8`, master, { contentType: "application/vnd.apple.mpegurl" });
  return part;
}

/** Fetches the segments of a track that hold a part, as one file. @returns when the first starts, in seconds */
async function fetchPart(
  { storage }: CutDeps,
  { folder, signal }: Where,
  { source, name, part }: { source: string; name: string; part: Part },
): Promise<number> {
  const { segments, startS } = findNeeded(await readText({ storage }, `${source}/${name}.m3u8`), part);
  const target = path.join(folder, partFile(name));
  for (const file of [`init_${name}.mp4`, ...segments.map((segment) => segment.name)]) {
    signal.throwIfAborted();
    const body = await storage.read(`${source}/${file}`);
    if (!body) throw new MediaFault(CUT_MESSAGES.gone);
    for await (const chunk of body) await appendFile(target, chunk);
  }
  return startS;
}

async function readText({ storage }: Pick<Deps, "storage">, key: string): Promise<string> {
  const body = await storage.read(key);
  if (!body) throw new MediaFault(CUT_MESSAGES.gone);
  return text(body);
}
