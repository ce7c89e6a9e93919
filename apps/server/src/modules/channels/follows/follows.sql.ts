import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { limitOffsetSql, opaqueParam, type PageRange, type Position } from "#platform/pagination.ts";

type Pool = Deps["pool"];

type FollowedRow = {
  id: string;
  name: string;
  username: string;
  profile_key: string | null;
  cover_key: string | null;
  subscriber_count: number;
  content_count: number;
  followed_at: Date;
  position: Position;
};

type FollowerRow = {
  id: string;
  name: string;
  username: string;
  profile_key: string | null;
  position: Position;
};

export type Follow = { followerId: string; channelId: string };
/** A follow that was just created or deleted. */
export type FollowRow = { content_id: string | null; created_at: Date };

/** A follow that may be older than its row, and may have begun on the page of an item. */
export type PastFollow = Follow & { at?: Date; contentId?: string };

/** Existing follows are unchanged. */
export async function insertFollows(sql: Sql, follows: readonly PastFollow[]): Promise<void> {
  if (follows.length === 0) return;
  await raw`
    insert into follows (follower_id, channel_id, created_at, content_id)
    select follower_id, channel_id, coalesce(created_at, now()), content_id
    from unnest(${follows.map((follow) => follow.followerId)}::uuid[],
      ${follows.map((follow) => follow.channelId)}::uuid[],
      ${follows.map((follow) => follow.at?.toISOString() ?? null)}::timestamptz[],
      ${follows.map((follow) => follow.contentId ?? null)}::uuid[])
      as n (follower_id, channel_id, created_at, content_id)
    on conflict do nothing`.execute(sql);
}

/**
 * @param follow.contentId the watched item; stored only if it is a listed item of this channel
 * @returns null if the follow already existed
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

/** @returns null if there was no follow */
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

/**
 * Most recently followed first, without hidden channels. Visibility is checked in a subselect, because with a join the
 * planner would read all follows, up to five thousand, for each page.
 */
export async function selectFollowedChannels(pool: Pool, followerId: string, range: PageRange): Promise<FollowedRow[]> {
  const { rows } = await pool.query<Omit<FollowedRow, "position"> & { at: string }>({
    name: `followed-channels${range.after ? "-after" : ""}`,
    text: `select c.id, c.name, a.username, c.profile_key, c.cover_key, c.subscriber_count, c.content_count,
             page.created_at as followed_at, page.created_at::text as at
           from (
             select f.channel_id, f.created_at from follows f
             where f.follower_id = $1 and (select c.hidden_at is null from channels c where c.id = f.channel_id)
               ${range.after ? isAfter("f.channel_id", 4) : ""}
             order by f.created_at desc, f.channel_id ${limitOffsetSql(2, 3)}) page
             join channels c on c.id = page.channel_id join accounts a on a.id = c.owner_id
           order by page.created_at desc, page.channel_id`,
    values: [followerId, range.limit, range.offset, ...(range.after ?? [])],
  });
  return rows.map((row) => ({ ...row, position: [row.at, row.id] }));
}

/** Most recent followers first. @param of.leftOutFor from `blocksOf` */
export async function selectFollowers(
  pool: Pool,
  of: { channelId: string; leftOutFor: string | null },
  range: PageRange,
): Promise<FollowerRow[]> {
  const { rows } = await pool.query<Omit<FollowerRow, "position"> & { at: string; follower_id: string }>({
    name: `followers${range.after ? "-after" : ""}`,
    text: `select c.id, c.name, a.username, c.profile_key, f.created_at::text as at, f.follower_id
           from follows f join accounts a on a.id = f.follower_id join channels c on c.owner_id = a.id
           where f.channel_id = $1 and c.hidden_at is null and a.erased_at is null
             and f.follower_id not in (select b.other_id from block_pairs b where b.account_id = $4)
             ${range.after ? isAfter("f.follower_id", 5) : ""}
           order by f.created_at desc, f.follower_id limit $2 offset $3`,
    values: [of.channelId, range.limit, range.offset, of.leftOutFor, ...(range.after ?? [])],
  });
  return rows.map(({ at, follower_id, ...row }) => ({ ...row, position: [at, follower_id] }));
}

/**
 * The latest follow first, then ascending ids. Because the directions differ, this cannot be a row comparison.
 * @param parameter number of the first of the two cursor parameters
 */
function isAfter(id: string, parameter: number): string {
  const at = opaqueParam(parameter, "timestamptz");
  return `and f.created_at <= ${at} and (f.created_at < ${at} or ${id} > ${opaqueParam(parameter + 1, "uuid")})`;
}

/** The account's own channel and the channels it follows. */
export async function selectChannelsOf(sql: Sql, accountId: string): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from channels where owner_id = ${accountId}
    union select channel_id from follows where follower_id = ${accountId}`.execute(sql);
  return rows.map((row) => row.id);
}

/** @returns the channels that lost a follower */
export async function deleteFollowsOf(sql: Sql, accountId: string): Promise<string[]> {
  const { rows } = await raw<{ channel_id: string }>`
    delete from follows
    where follower_id = ${accountId} or channel_id = (select id from channels where owner_id = ${accountId})
    returning channel_id`.execute(sql);
  return [...new Set(rows.map((row) => row.channel_id))];
}
