import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Their own channel, and those that they follow. */
export async function selectChannelsOf(sql: Sql, accountId: string): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from channels where owner_id = ${accountId}
    union select channel_id from follows where follower_id = ${accountId}`.execute(sql);
  return rows.map((row) => row.id);
}

/** @returns the channels that have fewer followers now */
export async function deleteFollowsOf(sql: Sql, accountId: string): Promise<string[]> {
  const { rows } = await raw<{ channel_id: string }>`
    delete from follows
    where follower_id = ${accountId} or channel_id = (select id from channels where owner_id = ${accountId})
    returning channel_id`.execute(sql);
  return [...new Set(rows.map((row) => row.channel_id))];
}
