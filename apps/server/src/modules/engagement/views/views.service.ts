import { MESSAGES } from "@app/contract/errors";
import type { ContentId } from "@app/contract/ids";
import { VIEW_AGAIN_AFTER_H, VIEW_STILL_AFTER_S, viewThresholdS } from "@app/contract/views";
import { requireVisibleContent } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import type { ViewCounter } from "./flush-view-counts.service.ts";
import { markViewed, selectViewTotal } from "./views.sql.ts";

/**
 * Counts a view of an item, except by its owner or by the same person within a day.
 * @throws AppError `invalid_input` not watched for long enough; `not_found`
 */
export async function countView(
  deps: Pick<Deps, "sql"> & { counter: ViewCounter },
  viewer: Member,
  id: ContentId,
  watchedS: number,
): Promise<{ counted: boolean; total_views: number }> {
  const content = await requireVisibleContent(deps.sql, viewer, id);
  const thresholdS = content.type === "video" ? viewThresholdS((content.length_ms ?? 0) / 1000) : VIEW_STILL_AFTER_S;
  // Player clocks drift by a frame or two.
  if (watchedS < thresholdS - 0.25) throw fieldError("watched_s", MESSAGES.invalidInput);
  const viewerId = viewer.accountId;
  const counted =
    content.owner_id !== viewerId &&
    (await markViewed(deps.sql, { contentId: id, viewerId, againAfterH: VIEW_AGAIN_AFTER_H }));
  if (counted) deps.counter.schedule();
  return { counted, total_views: await selectViewTotal(deps.sql, id) };
}
