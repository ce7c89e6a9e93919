import type { ContentId } from "@app/contract/ids";
import { failExtras, failProcessing } from "#modules/catalog/contents/contents-media.sql.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { failReprocessing, findMedia, isReprocessing, type MediaRecord, publishFailed } from "./media-run.service.ts";
import { publishProgress, publishUploadProgress } from "./publish-progress.service.ts";
import { queuePurge } from "./purge-run.jobs.ts";
import { deleteUnpublished, isReplacement, updateUnpublished } from "./unpublished-media.sql.ts";

const toOurFault = (type: string) =>
  `Something went wrong on our side while the ${type} was processed. Please press Retry.`;

type FailDeps = Pick<Deps, "sql" | "events">;

/**
 * Every attempt failed because of our own error, so the item is marked failed instead of leaving its owner waiting. Needs
 * only the database: the store may be what failed.
 */
export async function failMedia(deps: FailDeps, contentId: ContentId): Promise<void> {
  const media = await findMedia(deps.sql, contentId);
  if (!media || media.state === "failed") return;
  // A video with a complete ladder can be watched; it only lacks its extras.
  if (media.state === "ready" && !(await isForItem(deps.sql, media))) return endExtras(deps, media);
  if (isReprocessing(media)) return failReprocessing(deps, media, toOurFault(media.type));
  if (!media.is_published && (await dropUnpublished(deps, media))) return;
  await inTransaction(deps.sql, async (tx) => {
    if (!(await failProcessing(tx, contentId, toOurFault(media.type)))) return;
    await publishFailed(deps, tx, media);
    await publishProgress(tx, contentId, { isState: true });
  });
}

/** Its owner may retry; publishing an upload retries as well. */
async function endExtras({ sql }: FailDeps, media: MediaRecord): Promise<void> {
  const fault = toOurFault(media.type);
  if (!media.is_published && (await updateUnpublished(sql, media, { fault }))) return;
  if (await failExtras(sql, media.id, fault)) await publishProgress(sql, media.id, { isState: true });
}

/** New files take the place of an item's old ones, and only once they are complete. */
async function isForItem(sql: Sql, media: MediaRecord): Promise<boolean> {
  const { is_published, upload_id } = media;
  if (is_published || upload_id === null) return isReprocessing(media);
  return isReplacement(sql, upload_id);
}

/** The upload is processed from scratch when it is published. @returns false if it was published or deleted meanwhile */
function dropUnpublished(deps: FailDeps, media: MediaRecord): Promise<boolean> {
  const { id, run, upload_id } = media;
  return inTransaction(deps.sql, async (tx) => {
    if (!(await deleteUnpublished(tx, id))) return false;
    if (run !== null) await queuePurge(tx, { id, run });
    await publishFailed(deps, tx, media);
    if (upload_id !== null) await publishUploadProgress(tx, upload_id);
    return true;
  });
}
