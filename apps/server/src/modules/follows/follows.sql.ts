import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type Follow = { followerId: string; channelId: string };

/** Follows that exist already stay as they are. */
export async function insertFollows(sql: Sql, follows: readonly Follow[]): Promise<void> {
  if (follows.length === 0) return;
  await raw`
    insert into follows (follower_id, channel_id)
    select unnest(${follows.map((follow) => follow.followerId)}::uuid[]),
      unnest(${follows.map((follow) => follow.channelId)}::uuid[])
    on conflict do nothing`.execute(sql);
}
