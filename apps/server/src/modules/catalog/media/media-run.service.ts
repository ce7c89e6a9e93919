import { randomBytes } from "node:crypto";
import { type ContentId, uploadId } from "@app/contract/ids";
import { z } from "zod";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import { selectContent } from "#modules/catalog/contents/contents.sql.ts";
import {
  type Claim,
  claimContent,
  clearPicturesOfRun,
  type MadeRendition,
  type MediaChanges,
  type MediaProgress,
  updateMediaColumnsAsRun,
  writeRenditions,
} from "#modules/catalog/contents/contents-media.sql.ts";
import { lockChannels, recountContents } from "#modules/channels/index.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import { FILE_IS_GONE, MediaFault, type SourceFacts, sourceFacts } from "./pipeline/source-facts.ts";
import { publishProgress } from "./publish-progress.service.ts";
import { queuePurge } from "./purge-run.jobs.ts";
import {
  claimUnpublished,
  deleteUnpublished,
  failUnpublished,
  isReplacement,
  selectRuns,
  selectUnpublished,
  selectUnpublishedIdOf,
  updateUnpublished,
} from "./unpublished-media.sql.ts";

type Finished = {
  channelId: string;
  run: string;
  renditions: readonly MadeRendition[];
  warning: string | null;
};

/** What the upload check finds out about a document. */
const documentFacts = z.object({ pageCount: z.int().positive() });
export type DocumentFacts = z.infer<typeof documentFacts>;

type DiscardDeps = Pick<Deps, "sql" | "storage">;

/** What a run knows about a video or a document, whether an item or an upload that is not published yet. */
export type MediaRecord = {
  id: string;
  type: string;
  /** Of the run that claimed it last. */
  fencing_token: string | null;
  is_published: boolean;
  upload_id: string | null;
  /** Null while the file is still among the uploads. */
  original_key: string | null;
  /** The owner's choice, made before the frames existed. */
  thumbnail_frame: number | null;
  state: string;
  run: string | null;
  has_storyboard: boolean;
  has_preview: boolean;
  /** Of a video, found by the upload check; null if the run has to probe the file itself. */
  source: SourceFacts | null;
  /** Of a document, likewise. */
  document: DocumentFacts | null;
};

/** The video was deleted or claimed by another run, so this run must not write any more. */
export class StaleRunError extends Error {
  override readonly name = "StaleRunError";
  override readonly message = "the video was deleted, or another run has claimed it";
}

/** @returns null if there is neither an item nor an unpublished upload with this id */
export async function findMedia(sql: Sql, id: string): Promise<MediaRecord | null> {
  const media = await selectUnpublished(sql, id);
  // Second: an upload that is published in between is found as an item.
  const content = await selectContent(sql, id);
  // A new file that failed leaves the item its old one, which may be processed again.
  if (media && !(content && media.state === "failed")) {
    const { type, fencing_token, upload_id, state, run, has_storyboard, has_preview } = media;
    const origin = { fencing_token, is_published: false, upload_id, thumbnail_frame: null };
    // An item that is processed again has no upload.
    const original_key = upload_id === null ? (content?.original_key ?? null) : null;
    // A row written by another release may lack fields.
    const source = sourceFacts.safeParse(media.source).data ?? null;
    const document = documentFacts.safeParse(media.source).data ?? null;
    return { id, type, ...origin, original_key, state, run, has_storyboard, has_preview, source, document };
  }
  return content && { ...content, is_published: true, source: null, document: null };
}

/**
 * Claims a video for a run of the pipeline. Every write of the run compares the token of the returned record, so writes
 * of any earlier run have no effect from here on.
 * @param lease of the job; omit it only if nobody else can be working on the video
 * @returns null if there is nothing to do
 * @throws LeaseLostError another worker has the job
 */
export async function claimMedia(sql: Sql, id: string, lease?: Lease): Promise<MediaRecord | null> {
  const fencingToken = randomBytes(8).toString("hex");
  return inTransaction(sql, async (tx) => {
    await lease?.require(tx);
    // The order matters: if the upload is being published right now, the first call waits and the second finds the
    // item.
    const isClaimed = (await claimUnpublished(tx, id, fencingToken)) || (await claimContent(tx, id, fencingToken));
    return isClaimed ? findMedia(tx, id) : null;
  });
}

/**
 * A run writes to the upload until it is published and to the item afterwards. Publishing locks the upload's row, so a
 * write either comes first or finds the item.
 * @throws StaleRunError
 */
export async function writeAsRun(sql: Sql, claim: Claim, changes: MediaProgress): Promise<void> {
  const isWritten =
    (await updateUnpublished(sql, claim, changes)) || (await updateMediaColumnsAsRun(sql, claim, changes));
  if (!isWritten) throw new StaleRunError();
  await publishChanges(sql, claim, changes);
}

/** Writes columns that only items have. @throws StaleRunError also if it is not published yet */
export async function writeItemAsRun(sql: Sql, claim: Claim, changes: MediaChanges): Promise<void> {
  if (!(await updateMediaColumnsAsRun(sql, claim, changes))) throw new StaleRunError();
  await publishChanges(sql, claim, changes);
}

function publishChanges(sql: Sql, { id }: Claim, changes: MediaChanges): Promise<void> {
  return publishProgress(sql, id, { isState: Object.keys(changes).some((column) => column !== "progress") });
}

type NewRun = {
  run: string;
  /** The next three are null for a document. */
  lengthMs: number | null;
  widthPx: number | null;
  heightPx: number | null;
  warning: string | null;
};

/** Marks the start of a run: from here on the files in its folder count. @throws StaleRunError */
export async function startRun(sql: Sql, claim: Claim, begun: NewRun): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await clearPicturesOfRun(tx, claim);
    await writeAsRun(tx, claim, {
      run: begun.run,
      length_ms: begun.lengthMs,
      width_px: begun.widthPx,
      height_px: begun.heightPx,
      state: "processing",
      fault: null,
      progress: 0,
      is_playable: false,
      warning: begun.warning,
      frame_keys: [],
      has_storyboard: false,
      has_preview: false,
    });
  });
}

type StoreDeps = Pick<Deps, "sql" | "storage">;
type RunDeps = StoreDeps & Pick<Deps, "log" | "events">;

/** Removes what a stale run stored after its folder was cleared by its successor or by a purge. */
export async function removeStaleFiles(deps: StoreDeps, id: string, run: string): Promise<void> {
  const current = await selectRuns(deps.sql, id);
  if (current.length === 0) await deps.storage.removePrefix(`contents/${id}/`);
  else if (!current.includes(run)) await deps.storage.removePrefix(`${runFolder(id, run)}/`);
}

/** Removes the files of an id that belongs to no item and no upload (any more). */
export async function removeUnclaimedFiles(deps: StoreDeps, id: string): Promise<void> {
  if ((await selectRuns(deps.sql, id)).length === 0) await deps.storage.removePrefix(`contents/${id}/`);
}

/** Staff requested reprocessing: until it is done, viewers see the old files. */
export function isReprocessing({ is_published, upload_id }: Pick<MediaRecord, "is_published" | "upload_id">): boolean {
  return !is_published && upload_id === null;
}

/** The item stays as it was, and staff read why. */
export async function failReprocessing({ sql }: Pick<Deps, "sql">, { id }: MediaRecord, fault: string): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const run = (await selectUnpublished(tx, id))?.run;
    if ((await failUnpublished(tx, id, fault)) && run) await queuePurge(tx, { id, run });
  });
}

/** New files replace an item's files only once all of them are complete. */
export async function reportMade(deps: Pick<Deps, "sql" | "events">, media: MediaRecord): Promise<void> {
  const { id, upload_id } = media;
  if (isReprocessing(media)) {
    const again = { content_id: id as ContentId };
    await inTransaction(deps.sql, (tx) => deps.events.publish(tx, "content.remade", again));
  } else if (upload_id !== null && (await isReplacement(deps.sql, upload_id))) {
    const replaced = { upload_id: uploadId.parse(upload_id) };
    await inTransaction(deps.sql, (tx) => deps.events.publish(tx, "upload.replacement_ready", replaced));
  }
}

/** Nothing was processed: the files belong to nothing, or the run ended before it reported its result. */
export async function endUnclaimed(deps: StoreDeps & Pick<Deps, "events">, id: string): Promise<void> {
  const media = await findMedia(deps.sql, id);
  if (media?.state === "ready" && isReprocessing(media)) return reportMade(deps, media);
  await removeUnclaimedFiles(deps, id);
}

export async function publishFailed(deps: Pick<Deps, "events">, tx: Tx, { id, upload_id }: MediaRecord): Promise<void> {
  const is_replacement = upload_id !== null && (await isReplacement(tx, upload_id));
  await deps.events.publish(tx, "content.failed", { content_id: id, is_replacement });
}

/**
 * An item whose ladder is complete can be watched; it only lacks its extras.
 * @returns false if the run is not that of such an item, but for example that of a new file for it
 */
async function failExtrasAsRun(deps: RunDeps, media: MediaRecord, fault: string): Promise<boolean> {
  const item = await selectContent(deps.sql, media.id);
  if (item?.state !== "ready" || !(await updateMediaColumnsAsRun(deps.sql, media, { fault }))) return false;
  await publishChanges(deps.sql, media, { fault });
  deps.log.info({ content: media.id, fault }, "the extras of a video failed");
  return true;
}

/**
 * Records why a run ended.
 * @throws the error that ended it, unless the file was at fault or the run is stale
 */
export async function endRun(deps: RunDeps, media: MediaRecord, error: unknown): Promise<void> {
  if (error instanceof MediaFault) {
    try {
      if (isReprocessing(media)) return await failReprocessing(deps, media, error.message);
      if (await failExtrasAsRun(deps, media, error.message)) return;
      await inTransaction(deps.sql, async (tx) => {
        await writeAsRun(tx, media, { state: "failed", fault: error.message, is_playable: false });
        await publishFailed(deps, tx, media);
      });
      deps.log.info({ content: media.id, fault: error.message }, "file rejected");
      return;
    } catch (staleError) {
      return endRun(deps, media, staleError);
    }
  }
  if (!(error instanceof StaleRunError)) throw error;
  await removeUnclaimedFiles(deps, media.id);
  deps.log.warn({ content: media.id }, "run ended: its item was deleted or claimed by another run");
}

/**
 * Discards what was made of an upload before it was published. @returns false if it was published or deleted meanwhile
 */
export async function discardUnpublished(deps: DiscardDeps, contentId: string): Promise<boolean> {
  const media = await selectUnpublished(deps.sql, contentId);
  // From here on it cannot be published, and a run in progress ends.
  if (!(await failUnpublished(deps.sql, contentId, FILE_IS_GONE))) return false;
  // If the upload was to replace an item's file, everything else belongs to that item.
  const isOfItem = (await selectRuns(deps.sql, contentId)).length > 1;
  if (!isOfItem) await deps.storage.removePrefix(`contents/${contentId}/`);
  else if (media?.run) await deps.storage.removePrefix(`${runFolder(contentId, media.run)}/`);
  await deleteUnpublished(deps.sql, contentId);
  return true;
}

export async function discardUnpublishedOf(deps: DiscardDeps, uploadId: string): Promise<void> {
  const contentId = await selectUnpublishedIdOf(deps.sql, uploadId);
  if (contentId !== null) await discardUnpublished(deps, contentId);
}

/** The ladder is complete, so the item is listed from now on. @throws StaleRunError */
export async function finishContent(
  deps: Pick<Deps, "events">,
  tx: Tx,
  claim: Claim,
  { channelId, run, renditions, warning }: Finished,
): Promise<void> {
  await lockChannels(tx, [channelId]);
  await writeItemAsRun(tx, claim, { state: "ready", fault: null, progress: 100, is_playable: true, warning });
  await writeRenditions(tx, claim.id, run, renditions);
  await recountContents(tx, channelId);
  await deps.events.publish(tx, "content.ready", { content_id: claim.id });
}
