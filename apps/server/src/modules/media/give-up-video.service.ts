import type { ContentId } from "@app/contract/ids";
import { setMediaState } from "#modules/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { discardUnpublished } from "./discard-unpublished.service.ts";
import { findMedia } from "./media-record.service.ts";

const OUR_FAULT = "Something went wrong on our side while the video was processed. Please press Retry.";

/** Every attempt failed through a fault of ours: the owner is not left to wait for ever. */
export async function giveUpVideo(deps: Pick<Deps, "sql" | "storage">, contentId: ContentId): Promise<void> {
  const media = await findMedia(deps.sql, contentId);
  // One whose ladder stands can be watched; it only lacks its extras.
  if (media?.state !== "processing") return;
  if (media.is_published)
    await setMediaState(deps.sql, contentId, { state: "failed", fault: OUR_FAULT, is_playable: false });
  // Publishing it then begins from the start.
  else await discardUnpublished(deps, contentId);
}
