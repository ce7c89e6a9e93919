import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type Follow = { followerId: string; channelId: string };
/** A follow that was made or ended now. */
export type FollowRow = { content_id: string | null; created_at: Date };

/** Follows that exist already stay as they are. */
export async function insertFollows(sql: Sql, follows: readonly Follow[]): Promise<void> {
  if (follows.length === 0) return;
  await raw`
    insert into follows (follower_id, channel_id)
    select unnest(${follows.map((follow) => follow.followerId)}::uuid[]),
      unnest(${follows.map((follow) => follow.channelId)}::uuid[])
    on conflict do nothing`.execute(sql);
}

/**
 * @param follow.contentId what was watched; kept only when it is a listed item of this channel
 * @returns null when it existed already
 */
export async function insertFollow(sql: Sql, follow: Follow & { contentId: string | null }): Promise<FollowRow | null> {
  const { rows } = await raw<FollowRow>`
    insert into follows (follower_id, channel_id, content_id)
    values (${follow.followerId}, ${follow.channelId}, (
      select id from contents
      where id = ${follow.contentId}::uuid and channel_id = ${follow.channelId}
        and is_listed))
    on conflict do nothing
    returning content_id, created_at`.execute(sql);
  return rows[0] ?? null;
}

/** @returns null when there was none */
export async function deleteFollow(sql: Sql, { followerId, channelId }: Follow): Promise<FollowRow | null> {
  const row = await sql
    .deleteFrom("follows")
    .where("follower_id", "=", followerId)
    .where("channel_id", "=", channelId)
    .returning(["content_id", "created_at"])
    .executeTakeFirst();
  return row ?? null;
}

export async function countFollowsOf(sql: Sql, followerId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from follows where follower_id = ${followerId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

export async function selectSubscriberCount(sql: Sql, channelId: string): Promise<number> {
  const row = await sql
    .selectFrom("channels")
    .select("subscriber_count")
    .where("id", "=", channelId)
    .executeTakeFirst();
  return row?.subscriber_count ?? 0;
}
