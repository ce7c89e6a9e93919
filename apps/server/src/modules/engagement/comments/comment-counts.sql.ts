import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type CommentLike = { accountId: string; commentId: string };

/** A like that is taken back and given again before the flush keeps its original time. */
export async function insertCommentLike(sql: Sql, { accountId, commentId }: CommentLike): Promise<boolean> {
  const { rows } = await raw`
    insert into comment_likes (account_id, comment_id) values (${accountId}, ${commentId})
    on conflict (account_id, comment_id) do update set is_liked = true where not comment_likes.is_liked
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** An uncounted like is deleted; a counted one is kept until the next flush has subtracted it. */
export async function deleteCommentLike(sql: Sql, { accountId, commentId }: CommentLike): Promise<boolean> {
  const deleted = await raw`
    delete from comment_likes
    where account_id = ${accountId} and comment_id = ${commentId} and is_liked and not is_counted
    returning 1`.execute(sql);
  if (deleted.rows.length > 0) return true;
  const marked = await raw`
    update comment_likes set is_liked = false
    where account_id = ${accountId} and comment_id = ${commentId} and is_liked
    returning 1`.execute(sql);
  return marked.rows.length > 0;
}

/** The count is the stored one plus what is not flushed yet. */
export async function selectLikeState(
  sql: Sql,
  { accountId, commentId }: CommentLike,
): Promise<{ liked: boolean; count: number }> {
  const { rows } = await raw<{ liked: boolean; count: number }>`
    select
      exists (select from comment_likes
        where account_id = ${accountId} and comment_id = c.id and is_liked) as liked,
      (c.total_likes + (
        select count(*) filter (where is_liked) - count(*) filter (where not is_liked)
        from comment_likes where comment_id = c.id and is_liked <> is_counted))::integer as count
    from comments c where c.id = ${commentId}`.execute(sql);
  return rows[0] ?? { liked: false, count: 0 };
}

export type LikeChange = { comment_id: string; account_id: string; change: 1 | -1 };

/**
 * Adds changed likes to their comments.
 * @param accountId only those of this account; null: all
 * @returns what changed, and the items of those comments
 */
export async function countLikes(
  tx: Sql,
  accountId: string | null,
): Promise<{ changes: LikeChange[]; contentIds: string[] }> {
  const { rows: changes } = await raw<LikeChange>`
    update comment_likes set is_counted = is_liked
    where is_liked <> is_counted and account_id = coalesce(${accountId}::uuid, account_id)
    returning comment_id, account_id, case when is_liked then 1 else -1 end as change`.execute(tx);
  if (changes.length === 0) return { changes, contentIds: [] };
  const { rows } = await raw<{ content_id: string }>`
    update comments c set total_likes = greatest(0, c.total_likes + s.change)
    from (
      select comment_id, sum(change)::integer as change
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as changed (comment_id uuid, change integer)
      group by comment_id) s
    where c.id = s.comment_id
    returning c.content_id`.execute(tx);
  await raw`delete from comment_likes where not is_liked and not is_counted`.execute(tx);
  return { changes, contentIds: [...new Set(rows.map((row) => row.content_id))] };
}

/** Items with comments that appeared or disappeared since the last flush. */
export async function selectNewlyCommented(sql: Sql): Promise<string[]> {
  const { rows } = await raw<{ content_id: string }>`
    select content_id from comments_to_count
    union
    select content_id from comments where is_counted <> (status = 'visible')`.execute(sql);
  return rows.map((row) => row.content_id);
}

type CountedChange = {
  id: string;
  content_id: string;
  parent_id: string | null;
  author_id: string | null;
  change: number;
};

/** A person gained their first visible comment on an item (1), or lost their last one (-1). */
export type CommenterChange = { content_id: string; at: Date; commenters: number };

/**
 * Brings the totals of these items, the numbers of replies, and who has commented up to date.
 * @returns the comments that appeared or disappeared, and what lists are ranked by, for the caller to add in the same
 * transaction; the owner of an item is left out
 */
export async function countComments(
  tx: Sql,
  contentIds: readonly string[],
): Promise<{ changes: CountedChange[]; commenters: CommenterChange[] }> {
  const contents = raw`${[...contentIds]}::uuid[]`;
  // Before the new ones: a comment that was hidden in between is then added now, and subtracted by the next flush.
  const { rows: switched } = await raw<CountedChange>`
    update comments set is_counted = (status = 'visible')
    where is_counted <> (status = 'visible') and content_id = any(${contents})
    returning id, content_id, parent_id, author_id, case when is_counted then 1 else -1 end as change`.execute(tx);
  const { rows: added } = await raw<CountedChange>`
    with added as (delete from comments_to_count where content_id = any(${contents}) returning comment_id)
    select c.id, c.content_id, c.parent_id, c.author_id, 1 as change
    from added join comments c on c.id = added.comment_id`.execute(tx);
  const changed = [...added, ...switched];
  // One row a statement: a comment and a reply to it may both be new.
  const counted = raw`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
    as changed (content_id uuid, parent_id uuid, change integer)`;
  await raw`
    insert into comment_totals as t (content_id, total, top_level)
    select content_id, sum(change), coalesce(sum(change) filter (where parent_id is null), 0)
    from ${counted} group by content_id
    on conflict (content_id) do update
      set total = t.total + excluded.total, top_level = t.top_level + excluded.top_level`.execute(tx);
  await raw`
    update comments c set total_replies = c.total_replies + s.change
    from (select parent_id, sum(change) as change from ${counted} where parent_id is not null group by parent_id) s
    where c.id = s.parent_id and s.change <> 0`.execute(tx);
  const authors = changed.filter((row) => row.author_id !== null);
  if (authors.length === 0) return { changes: changed, commenters: [] };
  const commenters = await changeCommenters(
    tx,
    authors.map((row) => row.content_id),
    authors.map((row) => row.author_id ?? ""),
  );
  return { changes: changed, commenters };
}

async function changeCommenters(
  tx: Sql,
  contentIds: readonly string[],
  accountIds: readonly string[],
): Promise<CommenterChange[]> {
  const pairs = raw`(select distinct * from unnest(${[...contentIds]}::uuid[], ${[...accountIds]}::uuid[])
    as pair (content_id, account_id))`;
  const isVisible = raw`exists (select from comments c
    where c.content_id = p.content_id and c.author_id = p.account_id and c.status = 'visible')`;
  const { rows: added } = await raw<CommenterChange>`
    insert into commenters (content_id, account_id, first_at)
    select p.content_id, p.account_id, (select min(c.created_at) from comments c
      where c.content_id = p.content_id and c.author_id = p.account_id and c.status = 'visible')
    from ${pairs} p join contents i on i.id = p.content_id join channels h on h.id = i.channel_id
    where h.owner_id <> p.account_id and ${isVisible}
    on conflict do nothing
    returning content_id, first_at as at, 1 as commenters`.execute(tx);
  const { rows: removed } = await raw<CommenterChange>`
    delete from commenters r using ${pairs} p
    where r.content_id = p.content_id and r.account_id = p.account_id and not ${isVisible}
    returning r.content_id, r.first_at as at, -1 as commenters`.execute(tx);
  return [...added, ...removed];
}

/** Keeps a person's visible comments without their author, and deletes held and hidden ones, mentions and likes. */
export async function eraseCommentsOf(tx: Sql, accountId: string): Promise<void> {
  await raw`update comments set status = 'deleted', held_for = null, body = '', deleted_at = coalesce(deleted_at, now())
    where author_id = ${accountId} and status in ('held', 'hidden')`.execute(tx);
  await raw`update comments set author_id = null where author_id = ${accountId}`.execute(tx);
  await raw`delete from comment_mentions where account_id = ${accountId}`.execute(tx);
  await raw`delete from commenters where account_id = ${accountId}`.execute(tx);
  await raw`delete from comment_hidden_people where account_id = ${accountId}`.execute(tx);
  await raw`delete from comment_likes where account_id = ${accountId} and not is_counted`.execute(tx);
  await raw`update comment_likes set is_liked = false where account_id = ${accountId}`.execute(tx);
}

/** What the owner of a channel chose for its comments. */
export async function eraseSettingsOf(tx: Sql, accountId: string): Promise<void> {
  const own = raw`(select id from channels where owner_id = ${accountId})`;
  await raw`delete from comment_hidden_people where channel_id in ${own}`.execute(tx);
  await raw`delete from comment_settings where channel_id in ${own} and not is_forced`.execute(tx);
}
