import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import {
  isOwnPicture,
  lockItemOfRun,
  placeThumbnail,
  runFolder,
  thumbnailOfFrame,
} from "#modules/catalog/contents/contents.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type MediaRecord, StaleRunError, writeItemAsRun } from "./media-run.service.ts";
import type { SourceFacts } from "./pipeline/source-facts.ts";
import { takeFrames } from "./pipeline/stills.ts";
import type { Tools } from "./pipeline/tools.ts";
import { selectCheckOfUpload, updateUnpublished } from "./unpublished-media.sql.ts";

const FRAMES = 3;
/** How long the frames of the look at the upload are waited for. */
const DUE_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 200;

type Work = { media: MediaRecord; run: string; source: SourceFacts; folder: string; tools: Tools; signal: AbortSignal };

/** Puts three frames of the video beside its ladder, each ready to be its thumbnail. @throws StaleRunError */
export async function placeFrames(deps: Pick<Deps, "sql" | "storage">, work: Work): Promise<void> {
  const { media } = work;
  const frames = (await awaitCheckedFrames(deps, work)) ?? (await takeFrames(work.tools, work.source, work));
  const keys = frames.map((_, at) => `${runFolder(media.id, work.run)}/frame-${at}.webp`);
  for (const [at, key] of keys.entries()) {
    const frame = frames[at];
    if (!frame) continue;
    await deps.storage.put(key, frame, { contentType: "image/webp" });
    await placeThumbnail(deps, key, frame);
  }
  await writeFrames(deps.sql, media, keys);
}

/** An item knows which frame its owner chose; of an upload nobody has chosen yet. @throws StaleRunError */
async function writeFrames(sql: Sql, media: MediaRecord, keys: string[]): Promise<void> {
  if (await updateUnpublished(sql, media, { frame_keys: keys })) return;
  await inTransaction(sql, async (tx) => {
    const item = await lockItemOfRun(tx, media);
    if (!item) throw new StaleRunError();
    const thumbnail = isOwnPicture(item) ? null : thumbnailOfFrame(keys, item.thumbnail_frame);
    await writeItemAsRun(tx, media, { frame_keys: keys, ...thumbnail });
  });
}

/** The frames of the look at the upload; null when there was none, or none will come. */
async function awaitCheckedFrames(
  deps: Pick<Deps, "sql" | "storage">,
  { media, signal }: Work,
): Promise<Buffer[] | null> {
  const untilMs = Date.now() + DUE_WITHIN_MS;
  while (media.upload_id !== null) {
    const check = await selectCheckOfUpload(deps.sql, media.upload_id);
    if (!check?.check_ok) return null;
    if (check.frame_keys.length > 0) return readFrames(deps, check.frame_keys);
    if (check.frames_failed || Date.now() > untilMs) return null;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
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
