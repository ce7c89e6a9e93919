import { MESSAGES } from "@app/contract/errors";
import type { ContentId } from "@app/contract/ids";
import { VIEW_AGAIN_AFTER_H, VIEW_STILL_AFTER_S, viewThresholdS } from "@app/contract/views";
import { addContentViews, requireVisibleContent } from "#modules/contents/contents.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { addToHours, markViewed } from "./views.sql.ts";

/**
 * Says that somebody watched an item. Never counts the owner, nor the same person twice in a day.
 * @throws AppError `invalid_input` it was not watched for long enough; `not_found`
 */
export async function countView(
  deps: Pick<Deps, "sql">,
  viewer: Member,
  id: ContentId,
  watchedS: number,
): Promise<{ counted: boolean; total_views: number }> {
  const content = await requireVisibleContent(deps.sql, viewer, id);
  const thresholdS =
    content.type === "video" ? viewThresholdS((content.length_ms ?? 0) / 1000) : VIEW_STILL_AFTER_S;
  // Clocks of players drift by a frame or two.
  if (watchedS < thresholdS - 0.25) throw fieldError("watched_s", MESSAGES.invalidInput);
  const total = content.total_views;
  if (content.owner_id === viewer.accountId) return { counted: false, total_views: total };
  const counted = await inTransaction(deps.sql, async (tx) => {
    const isNew = await markViewed(tx, { contentId: id, viewerId: viewer.accountId, againAfterH: VIEW_AGAIN_AFTER_H });
    if (!isNew) return false;
    const one = new Map([[id as string, 1]]);
    await addToHours(tx, one);
    await addContentViews(tx, one);
    return true;
  });
  return { counted, total_views: total + (counted ? 1 : 0) };
}
