import { recountFollowers } from "#modules/channels/channels.service.ts";
import type { Sql } from "#platform/db/database.ts";
import { type Follow, insertFollows } from "./follows.sql.ts";

/** In the caller's transaction: the follows and the counts that lists show. */
export async function addFollows(tx: Sql, follows: readonly Follow[]): Promise<void> {
  await insertFollows(tx, follows);
  await recountFollowers(tx, [...new Set(follows.map((follow) => follow.channelId))]);
}
