import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isOwnPicture, runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import { lockItemOfRun } from "#modules/catalog/contents/contents-media.sql.ts";
import { storeThumbnailSizes, thumbnailOfFrame } from "#modules/catalog/contents/pictures.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type MediaRecord, StaleRunError, writeAsRun, writeItemAsRun } from "./media-run.service.ts";
import { chooseGrid, cutPreview, drawSheets, takeFrames, toStoryboardVtt } from "./pipeline/extras.ts";
import { chooseRenditions } from "./pipeline/ladder.ts";
import { readSegments } from "./pipeline/playlists.ts";
import type { SourceFacts } from "./pipeline/source-facts.ts";
import type { Tools } from "./pipeline/tools.ts";
import { publishProgress } from "./publish-progress.service.ts";
import { selectCheckOfUpload, updateUnpublished } from "./unpublished-media.sql.ts";

const FRAMES = 3;

/** How long to wait for the frames taken by the upload check. */
const CHECK_FRAMES_TIMEOUT_MS = 15_000;

const POLL_INTERVAL_MS = 200;

type ExtrasWork = {
  media: MediaRecord;
  run: string;
  source: SourceFacts;
  folder: string;
  tools: Tools;
  signal: AbortSignal;
};

type DrawnWork = Omit<ExtrasWork, "media"> & { media: { id: string } };

const LOWEST = "lowest.mp4";
const PREVIEW = "preview.mp4";

/** Makes the storyboard and the preview clip of a video whose ladder is complete. @throws StaleRunError */
export async function makeExtras(deps: Pick<Deps, "sql" | "storage">, work: ExtrasWork): Promise<void> {
  await drawExtras(deps, work);
  await writeAsRun(deps.sql, work.media, { has_preview: true, has_storyboard: true, fault: null });
}

/** The storyboard and the preview clip of a run, in storage. */
export async function drawExtras(deps: Pick<Deps, "storage">, work: DrawnWork): Promise<void> {
  await makePreview(deps, work);
  await makeStoryboard(deps, work);
}

async function makePreview(deps: Pick<Deps, "storage">, work: DrawnWork): Promise<void> {
  await cutPreview(work.tools, work.source, { ...work, name: PREVIEW });
  const key = `${runFolder(work.media.id, work.run)}/${PREVIEW}`;
  await deps.storage.putFile(key, path.join(work.folder, PREVIEW), { contentType: "video/mp4" });
}

async function makeStoryboard(deps: Pick<Deps, "storage">, work: DrawnWork): Promise<void> {
  const folder = runFolder(work.media.id, work.run);
  const [lowest] = chooseRenditions(work.source);
  await gather(deps, `${folder}/hls/`, lowest?.name ?? "", work.folder);
  const grid = chooseGrid(work.source);
  const sheets = await drawSheets(work.tools, LOWEST, grid, work);
  for (const [at, sheet] of sheets.entries())
    await deps.storage.put(`${folder}/storyboard/sheet-${at}.webp`, sheet, { contentType: "image/webp" });
  const cues = toStoryboardVtt(grid, work.source.lengthMs);
  await deps.storage.put(`${folder}/storyboard/storyboard.vtt`, cues, { contentType: "text/vtt; charset=utf-8" });
}

/** Concatenates an init segment and its media segments into a playable file (ISO/IEC 14496-12, section 8.8). */
async function gather(deps: Pick<Deps, "storage">, prefix: string, name: string, folder: string): Promise<void> {
  const target = path.join(folder, LOWEST);
  await rm(target, { force: true });
  const playlist = await deps.storage.read(`${prefix}${name}.m3u8`);
  const segments = playlist ? readSegments(await text(playlist)) : [];
  for (const key of [`init_${name}.mp4`, ...segments.map((segment) => segment.name)].map((file) => prefix + file)) {
    const body = await deps.storage.read(key);
    if (!body) throw new Error(`missing ${key}`);
    for await (const chunk of body) await appendFile(target, chunk);
  }
}

/** Stores three frames of the video beside its ladder, each with its thumbnail sizes. @throws StaleRunError */
export async function storeFrames(deps: Pick<Deps, "sql" | "storage">, work: ExtrasWork): Promise<void> {
  const { media } = work;
  const frames = (await awaitCheckFrames(deps, work)) ?? (await takeFrames(work.tools, work.source, work));
  await writeFrames(deps.sql, media, await putFrames(deps, { id: media.id, run: work.run }, frames));
}

/** @returns their storage keys, each with its thumbnail sizes beside it */
export async function putFrames(
  deps: Pick<Deps, "storage">,
  { id, run }: { id: string; run: string },
  frames: readonly Buffer[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const [at, frame] of frames.entries()) {
    const key = `${runFolder(id, run)}/frame-${at}.webp`;
    await deps.storage.put(key, frame, { contentType: "image/webp" });
    await storeThumbnailSizes(deps, key, frame);
    keys.push(key);
  }
  return keys;
}

/** For an item, also applies the frame its owner chose; for an upload nobody has chosen yet. @throws StaleRunError */
export async function writeFrames(sql: Sql, media: MediaRecord, keys: string[]): Promise<void> {
  if (await updateUnpublished(sql, media, { frame_keys: keys }))
    return publishProgress(sql, media.id, { isState: false });
  await inTransaction(sql, async (tx) => {
    const item = await lockItemOfRun(tx, media);
    if (!item) throw new StaleRunError();
    const thumbnail = isOwnPicture(item) ? null : thumbnailOfFrame(keys, item.thumbnail_frame);
    await writeItemAsRun(tx, media, { frame_keys: keys, ...thumbnail });
  });
}

/** The frames taken by the upload check; null if there are none and none will come. */
async function awaitCheckFrames(
  deps: Pick<Deps, "sql" | "storage">,
  { media, signal }: ExtrasWork,
): Promise<Buffer[] | null> {
  const untilMs = Date.now() + CHECK_FRAMES_TIMEOUT_MS;
  while (media.upload_id !== null) {
    const check = await selectCheckOfUpload(deps.sql, media.upload_id);
    if (!check?.is_valid) return null;
    if (check.frame_keys.length > 0) return readFrames(deps, check.frame_keys);
    if (check.frames_failed || Date.now() > untilMs) return null;
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  return null;
}

async function readFrames({ storage }: Pick<Deps, "storage">, keys: readonly string[]): Promise<Buffer[] | null> {
  const frames: Buffer[] = [];
  for (const key of keys) {
    const stored = await storage.read(key);
    if (stored) frames.push(await buffer(stored));
  }
  return frames.length === FRAMES ? frames : null;
}
