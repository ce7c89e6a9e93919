import type { ContentId } from "@app/contract/ids";
import { failProcessing } from "#modules/catalog/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { discardUnpublished } from "./discard-unpublished.service.ts";
import { findMedia } from "./media-run.service.ts";

const OUR_FAULT = "Something went wrong on our side while the video was processed. Please press Retry.";

/** Every attempt failed through a fault of ours: the owner is not left to wait for ever. */
export async function failVideo(deps: Pick<Deps, "sql" | "storage">, contentId: ContentId): Promise<void> {
  const media = await findMedia(deps.sql, contentId);
  // One whose ladder is complete can be watched; it only lacks its extras.
  if (media?.state !== "processing") return;
  // What is discarded is processed from the start when it is published.
  if (!media.is_published && (await discardUnpublished(deps, contentId))) return;
  await failProcessing(deps.sql, contentId, OUR_FAULT);
}
