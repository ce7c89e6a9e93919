import { addContentViews } from "#modules/catalog/index.ts";
import { addChannelViews, lockChannelsOf } from "#modules/channels/index.ts";
import type { Sql } from "#platform/db/database.ts";
import { deleteViewsOf, insertPastViews } from "./past-views.sql.ts";

export { deleteViewsOf as forgetViewsOf };

/** Views that were counted somewhere else before: the totals, the hours, and who must not count again today. */
export async function addPastViews(
  tx: Sql,
  contentId: string,
  views: readonly { viewerId: string; at: Date }[],
): Promise<void> {
  if (views.length === 0) return;
  const counted = new Map([[contentId, views.length]]);
  await lockChannelsOf(tx, [contentId]);
  await addContentViews(tx, counted);
  await addChannelViews(tx, counted);
  await insertPastViews(tx, contentId, views);
}
