import { lockChannels, recountFollowers } from "#modules/channels/channels/channels.service.ts";
import type { Sql } from "#platform/db/database.ts";
import { deleteFollowsOf, selectChannelsOf } from "./erase-follows.sql.ts";

/** Whom somebody follows, and who follows them; the counts that lists show follow in the same transaction. */
export async function eraseFollowsOf(tx: Sql, accountId: string): Promise<void> {
  await lockChannels(tx, await selectChannelsOf(tx, accountId));
  await recountFollowers(tx, await deleteFollowsOf(tx, accountId));
}
