import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type Reaction = { accountId: string; contentId: string };

/** Likes of one hour that were made or taken back since the last flush. */
export type LikeChange = { content_id: string; at: Date; likes: number; ranked_likes: number };

/** A like that is taken back and given again before the flush keeps its original time. */
export async function insertLike(sql: Sql, { accountId, contentId }: Reaction): Promise<boolean> {
  const { rows } = await raw`
    insert into content_likes (account_id, content_id) values (${accountId}, ${contentId})
    on conflict (account_id, content_id) do update set is_liked = true where not content_likes.is_liked
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** Likes of the past, for demo data. The next flush counts them, each in its own hour. */
export async function insertPastLikes(
  sql: Sql,
  contentId: string,
  likes: readonly { accountId: string; at: Date }[],
): Promise<void> {
  await raw`
    insert into content_likes (account_id, content_id, created_at)
    select account_id, ${contentId}, at from unnest(${likes.map(({ accountId }) => accountId)}::uuid[],
      ${likes.map(({ at }) => at.toISOString())}::timestamptz[]) as n (account_id, at)
    on conflict do nothing`.execute(sql);
}

/** An uncounted like is deleted; a counted one is kept until the next flush has subtracted it. */
export async function deleteLike(sql: Sql, { accountId, contentId }: Reaction): Promise<boolean> {
  const deleted = await raw`
    delete from content_likes
    where account_id = ${accountId} and content_id = ${contentId} and is_liked and not is_counted
    returning 1`.execute(sql);
  if (deleted.rows.length > 0) return true;
  const marked = await raw`
    update content_likes set is_liked = false
    where account_id = ${accountId} and content_id = ${contentId} and is_liked
    returning 1`.execute(sql);
  return marked.rows.length > 0;
}

export async function insertSave(sql: Sql, { accountId, contentId }: Reaction): Promise<void> {
  await raw`
    insert into content_saves (account_id, content_id) values (${accountId}, ${contentId})
    on conflict do nothing`.execute(sql);
}

export async function deleteSave(sql: Sql, { accountId, contentId }: Reaction): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom("content_saves")
    .where("account_id", "=", accountId)
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The total is the stored one plus what is not flushed yet. */
export async function selectReactions(
  sql: Sql,
  { accountId, contentId }: Reaction,
): Promise<{ liked: boolean; saved: boolean; total_likes: number }> {
  const { rows } = await raw<{ liked: boolean; saved: boolean; total_likes: number }>`
    select
      exists (select from content_likes
        where account_id = ${accountId} and content_id = i.id and is_liked) as liked,
      exists (select from content_saves where account_id = ${accountId} and content_id = i.id) as saved,
      i.total_likes + (
        select count(*) filter (where is_liked) - count(*) filter (where not is_liked)
        from content_likes where content_id = i.id and is_liked <> is_counted) as total_likes
    from contents i where i.id = ${contentId}`.execute(sql);
  return rows[0] ?? { liked: false, saved: false, total_likes: 0 };
}

/** Items with likes that are not flushed yet. */
export async function selectNewlyLiked(sql: Sql): Promise<string[]> {
  const { rows } = await raw<{ content_id: string }>`
    select distinct content_id from content_likes where is_liked <> is_counted`.execute(sql);
  return rows.map((row) => row.content_id);
}

export type CountedLike = { content_id: string; account_id: string; created_at: Date; change: 1 | -1 };

/**
 * Marks the changes of these items as counted.
 * @param accountId only those of this account; null: all
 * @returns them, for the caller to add in the same transaction
 */
export async function markLikesCounted(
  sql: Sql,
  contentIds: readonly string[],
  accountId: string | null,
): Promise<CountedLike[]> {
  const { rows } = await raw<CountedLike>`
    update content_likes set is_counted = is_liked
    where is_liked <> is_counted and content_id = any(${contentIds}::uuid[])
      and account_id = coalesce(${accountId}::uuid, account_id)
    returning content_id, account_id, created_at, case when is_liked then 1 else -1 end as change`.execute(sql);
  await raw`
    delete from content_likes
    where content_id = any(${contentIds}::uuid[]) and not is_liked and not is_counted`.execute(sql);
  return rows;
}

/** Sums of counted likes by item and hour; the owner's own are not ranked. */
export async function selectHours(sql: Sql, likes: readonly CountedLike[]): Promise<LikeChange[]> {
  const { rows } = await raw<LikeChange>`
    select n.content_id, date_trunc('hour', n.created_at, 'UTC') as at, sum(n.change)::int as likes,
      coalesce(sum(n.change) filter (where n.account_id <> c.owner_id), 0)::int as ranked_likes
    from jsonb_to_recordset(${JSON.stringify(likes)}::jsonb)
      as n (content_id uuid, account_id uuid, created_at timestamptz, change integer)
    join contents i on i.id = n.content_id join channels c on c.id = i.channel_id
    group by 1, 2 order by 1, 2`.execute(sql);
  return rows;
}

/** @returns the items whose totals include a like of this account */
export async function selectLikedBy(sql: Sql, accountId: string): Promise<string[]> {
  const { rows } = await raw<{ content_id: string }>`
    select content_id from content_likes where account_id = ${accountId}`.execute(sql);
  return rows.map((row) => row.content_id);
}

/** Takes all likes of an account back; `markLikesCounted` subtracts and deletes them. */
export async function unmarkLikesOf(sql: Sql, accountId: string): Promise<void> {
  await raw`delete from content_likes where account_id = ${accountId} and not is_counted`.execute(sql);
  await raw`update content_likes set is_liked = false where account_id = ${accountId}`.execute(sql);
}

export async function deleteSavesOf(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("content_saves").where("account_id", "=", accountId).execute();
}
