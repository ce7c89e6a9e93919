import { randomBytes } from "node:crypto";
import type { ContentId } from "@app/contract/ids";
import {
  type Claim,
  claimContent,
  clearPicturesOfRun,
  failProcessing,
  findContent,
  type MadeRendition,
  type MediaChanges,
  type MediaProgress,
  runFolder,
  setMediaStateAsRun,
  writeRenditions,
} from "#modules/catalog/contents/contents.service.ts";
import { lockChannels, recountContents } from "#modules/channels/index.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import { type SourceFacts, sourceFacts } from "./pipeline/source-facts.ts";
import {
  claimUnpublished,
  deleteUnpublished,
  failUnpublished,
  selectRun,
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

const OUR_FAULT = "Something went wrong on our side while the video was processed. Please press Retry.";

type DiscardDeps = Pick<Deps, "sql" | "storage">;

const DISCARDED = "The file is no longer there. Please upload it again.";

/** What the pipeline knows of a video: of an item, or of an upload that nobody has published yet. */
export type MediaRecord = {
  id: string;
  /** Of the run that claimed it last. */
  fencing_token: string | null;
  is_published: boolean;
  upload_id: string | null;
  /** Null while the file is still among the uploads. */
  original_key: string | null;
  /** Chosen by its owner before the frames were there. */
  thumbnail_frame: number | null;
  state: string;
  run: string | null;
  has_storyboard: boolean;
  has_preview: boolean;
  /** What the look at the upload found; null when the run looks for itself. */
  source: SourceFacts | null;
};

/** The video was deleted, or another run has claimed it: this one changes nothing any more. */
export class StaleRunError extends Error {
  override readonly name = "StaleRunError";
  override readonly message = "the video was deleted, or another run has claimed it";
}

/** @returns null when there is neither an item nor an unpublished upload with this id */
export async function findMedia(sql: Sql, id: string): Promise<MediaRecord | null> {
  const media = await selectUnpublished(sql, id);
  if (media) {
    const { fencing_token, upload_id, state, run, has_storyboard, has_preview } = media;
    const origin = { fencing_token, is_published: false, upload_id, original_key: null, thumbnail_frame: null };
    // What another release wrote may lack something.
    const source = sourceFacts.safeParse(media.source).data ?? null;
    return { id, ...origin, state, run, has_storyboard, has_preview, source };
  }
  const content = await findContent(sql, id);
  return content && { ...content, is_published: true, source: null };
}

/**
 * Claims a video for a run of the pipeline. Every write of the run compares the token of the record that is returned,
 * so whatever else still works on the video changes nothing from here on.
 * @param lease of the job; without one the caller knows that nobody else works on the video
 * @returns null when there is nothing to do
 * @throws LeaseLostError another worker has the job
 */
export async function claimMedia(sql: Sql, id: string, lease?: Lease): Promise<MediaRecord | null> {
  const fencingToken = randomBytes(8).toString("hex");
  return inTransaction(sql, async (tx) => {
    await lease?.require(tx);
    // In this order: while somebody publishes the upload, the first waits, and the second finds the item.
    const isClaimed = (await claimUnpublished(tx, id, fencingToken)) || (await claimContent(tx, id, fencingToken));
    return isClaimed ? findMedia(tx, id) : null;
  });
}

/**
 * What a run writes goes to the upload until somebody publishes it, and to the item from then on. Publish locks the
 * upload's row, so a write comes before it or finds the item.
 * @throws StaleRunError
 */
export async function writeAsRun(sql: Sql, claim: Claim, changes: MediaProgress): Promise<void> {
  const isWritten = (await updateUnpublished(sql, claim, changes)) || (await setMediaStateAsRun(sql, claim, changes));
  if (!isWritten) throw new StaleRunError();
}

/** The same for what only items have. @throws StaleRunError also when it is not published yet */
export async function writeItemAsRun(sql: Sql, claim: Claim, changes: MediaChanges): Promise<void> {
  if (!(await setMediaStateAsRun(sql, claim, changes))) throw new StaleRunError();
}

type NewRun = { run: string; lengthMs: number; widthPx: number; heightPx: number; warning: string | null };

/** A run begins to make files: from here on those in its folder count. @throws StaleRunError */
export async function startRun(sql: Sql, claim: Claim, begun: NewRun): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await clearPicturesOfRun(tx, claim);
    await writeAsRun(tx, claim, {
      ...{ run: begun.run, length_ms: begun.lengthMs, width_px: begun.widthPx, height_px: begun.heightPx },
      ...{ state: "processing", fault: null, progress: 0, is_playable: false, warning: begun.warning },
      ...{ frame_keys: [], has_storyboard: false, has_preview: false },
    });
  });
}

type StoreDeps = Pick<Deps, "sql" | "storage">;

/** Removes what a stale run stored after its successor, or a purge, had cleared its folder. */
export async function removeStaleFiles(deps: StoreDeps, id: string, run: string): Promise<void> {
  const current = await selectRun(deps.sql, id);
  if (current === null) await deps.storage.removePrefix(`contents/${id}/`);
  else if (current.run !== run) await deps.storage.removePrefix(`${runFolder(id, run)}/`);
}

/** Removes the files below an id that neither an item nor an upload has. */
export async function removeOrphans(deps: StoreDeps, id: string): Promise<void> {
  if ((await selectRun(deps.sql, id)) === null) await deps.storage.removePrefix(`contents/${id}/`);
}

/** Deletes what was made of an upload before it was published. @returns false when it was published or deleted meanwhile */
export async function discardUnpublished(deps: DiscardDeps, contentId: string): Promise<boolean> {
  // From here on it cannot be published, and a run that still works for it ends.
  if (!(await failUnpublished(deps.sql, contentId, DISCARDED))) return false;
  await deps.storage.removePrefix(`contents/${contentId}/`);
  await deleteUnpublished(deps.sql, contentId);
  return true;
}

export async function discardUnpublishedOf(deps: DiscardDeps, uploadId: string): Promise<void> {
  const contentId = await selectUnpublishedIdOf(deps.sql, uploadId);
  if (contentId !== null) await discardUnpublished(deps, contentId);
}

/** Every attempt failed through a fault of ours: the owner is not left to wait for ever. */
export async function failVideo(deps: Pick<Deps, "sql" | "storage">, contentId: ContentId): Promise<void> {
  const media = await findMedia(deps.sql, contentId);
  // One whose ladder is complete can be watched; it only lacks its extras.
  if (media?.state !== "processing") return;
  // What is discarded is processed from the start when it is published.
  if (!media.is_published && (await discardUnpublished(deps, contentId))) return;
  await failProcessing(deps.sql, contentId, OUR_FAULT);
}

/** The ladder of an item is complete: it is listed from now on. @throws StaleRunError */
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
