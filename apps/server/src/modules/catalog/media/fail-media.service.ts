import type { ContentId } from "@app/contract/ids";
import { failProcessing } from "#modules/catalog/contents/contents.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { discardUnpublished, failReprocessing, findMedia, isReprocessing, publishFailed } from "./media-run.service.ts";
import { publishProgress, publishUploadProgress } from "./publish-progress.service.ts";

const toOurFault = (type: string) =>
  `Something went wrong on our side while the ${type} was processed. Please press Retry.`;

/** Every attempt failed because of our own error, so the item is marked failed instead of leaving its owner waiting. */
export async function failMedia(deps: Pick<Deps, "sql" | "storage" | "events">, contentId: ContentId): Promise<void> {
  const media = await findMedia(deps.sql, contentId);
  // A video with a complete ladder can be watched; it only lacks its extras.
  if (media?.state !== "processing") return;
  if (isReprocessing(media)) return failReprocessing(deps, media, toOurFault(media.type));
  // Discarded uploads are processed from scratch when they are published.
  if (!media.is_published && (await discardUnpublished(deps, contentId))) {
    await inTransaction(deps.sql, (tx) => publishFailed(deps, tx, media));
    if (media.upload_id !== null) await publishUploadProgress(deps.sql, media.upload_id);
    return;
  }
  await inTransaction(deps.sql, async (tx) => {
    if (!(await failProcessing(tx, contentId, toOurFault(media.type)))) return;
    await publishFailed(deps, tx, media);
    await publishProgress(tx, contentId, { isState: true });
  });
}
