import type { HoldReason } from "@app/contract/comment-rules";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";

/** One person adds one comment at a time, or two at once would pass the limits together. */
export async function lockAuthor(tx: Tx, authorId: string): Promise<void> {
  await raw`select from accounts where id = ${authorId} for no key update`.execute(tx);
}

export type AuthorFacts = {
  /** In the last minute. */
  recent: number;
  recent_on_item: number;
  last_on_item: Date | null;
  is_repeat: boolean;
  /** No comment of theirs on this channel was ever visible. */
  is_first: boolean;
  is_hidden: boolean;
};

type AuthorOnItem = { authorId: string; contentId: string; channelId: string; body: string };

/** @param since.minute an id of a minute ago: ids begin with their time, so that an index finds the later ones */
export async function selectAuthorFacts(
  sql: Sql,
  { authorId, contentId, channelId, body }: AuthorOnItem,
  since: { minute: string; repeatWithinH: number },
): Promise<AuthorFacts> {
  const { rows } = await raw<AuthorFacts>`
    select
      (select count(*) from comments where author_id = ${authorId} and id > ${since.minute}::uuid)::integer as recent,
      (select count(*) from comments
       where content_id = ${contentId} and author_id = ${authorId} and id > ${since.minute}::uuid)::integer
        as recent_on_item,
      (select max(created_at) from comments where content_id = ${contentId} and author_id = ${authorId}) as last_on_item,
      exists (select from comments where content_id = ${contentId} and author_id = ${authorId}
        and status <> 'deleted' and body = ${body}
        and created_at > now() - make_interval(hours => ${since.repeatWithinH})) as is_repeat,
      not exists (select from comments
        where channel_id = ${channelId} and author_id = ${authorId} and status = 'visible') as is_first,
      exists (select from comment_hidden_people
        where channel_id = ${channelId} and account_id = ${authorId}) as is_hidden`.execute(sql);
  return rows[0] as AuthorFacts;
}

export type NewComment = {
  id: string;
  contentId: string;
  channelId: string;
  parentId: string | null;
  authorId: string;
  body: string;
  status: "visible" | "held" | "hidden";
  heldFor: HoldReason | null;
  /** Default: now. */
  createdAt?: Date;
};

export async function insertComment(sql: Sql, comment: NewComment): Promise<void> {
  await sql
    .insertInto("comments")
    .values({
      id: comment.id,
      content_id: comment.contentId,
      channel_id: comment.channelId,
      parent_id: comment.parentId,
      author_id: comment.authorId,
      body: comment.body,
      status: comment.status,
      held_for: comment.heldFor,
      ...(comment.createdAt && { created_at: comment.createdAt }),
    })
    .execute();
}

/** Replaces the people that a comment mentions. Unknown names are left out. @returns who was not mentioned before */
export async function replaceMentions(
  tx: Sql,
  commentId: string,
  names: readonly { username: string; key: string }[],
): Promise<string[]> {
  const written = names.map(({ username }) => username);
  await raw`delete from comment_mentions
    where comment_id = ${commentId} and not (username = any(${written}::text[]))`.execute(tx);
  if (names.length === 0) return [];
  // By the key, which has the index; names that only look alike are other people's.
  const { rows } = await raw<{ account_id: string }>`
    insert into comment_mentions (comment_id, account_id, username)
    select distinct on (a.id) ${commentId}::uuid, a.id, named.username
    from unnest(${written}::text[], ${names.map(({ key }) => key)}::text[])
      as named (username, key)
    join accounts a on a.username_key = named.key and lower(a.username) = lower(named.username)
      and a.deletion_due_at is null
    on conflict do nothing
    returning account_id`.execute(tx);
  return rows.map((row) => row.account_id);
}

export async function updateComment(
  sql: Sql,
  id: string,
  { body, status, heldFor }: { body: string; status: string; heldFor: HoldReason | null },
): Promise<void> {
  await sql
    .updateTable("comments")
    .set({ body, status, held_for: heldFor, edited_at: raw`now()` })
    .where("id", "=", id)
    .where("status", "<>", "deleted")
    .execute();
}

/** @param keepsText true if the owner or staff deleted it: staff may have to review that */
export async function markDeleted(sql: Sql, id: string, keepsText: boolean): Promise<void> {
  await raw`
    update comments set status = 'deleted', held_for = null, is_pinned = false, is_hearted = false,
      deleted_at = now(), body = case when ${keepsText} then body else '' end
    where id = ${id} and status <> 'deleted'`.execute(sql);
}

/** Does nothing to a comment that is not held. */
export async function approve(sql: Sql, id: string): Promise<void> {
  await raw`update comments set status = 'visible', held_for = null where id = ${id} and status = 'held'`.execute(sql);
}

export async function setHearted(sql: Sql, id: string, isHearted: boolean): Promise<void> {
  await raw`update comments set is_hearted = ${isHearted} where id = ${id} and status = 'visible'`.execute(sql);
}

/** Takes the place of the one that is pinned. The item's total is the lock: two at once would both be pinned. */
export async function setPinned(tx: Tx, contentId: string, id: string, isPinned: boolean): Promise<void> {
  await raw`insert into comment_totals (content_id) values (${contentId}) on conflict do nothing`.execute(tx);
  await raw`select from comment_totals where content_id = ${contentId} for update`.execute(tx);
  await raw`update comments set is_pinned = false where content_id = ${contentId} and is_pinned
    and (${isPinned} or id = ${id})`.execute(tx);
  if (isPinned) await raw`update comments set is_pinned = true where id = ${id} and status = 'visible'`.execute(tx);
}

/** After 30 days, deletes the text of deleted comments, and the rows of those without replies. @returns how many rows */
export async function purgeDeleted(sql: Sql, limit: number): Promise<number> {
  await raw`
    update comments set body = ''
    where status = 'deleted' and body <> '' and deleted_at < now() - interval '30 days'`.execute(sql);
  const { rows } = await raw`
    delete from comments where id in (
      select id from comments c
      where status = 'deleted' and not is_counted and deleted_at < now() - interval '30 days'
        and not exists (select from comments r where r.parent_id = c.id)
      order by deleted_at limit ${limit})
    returning 1`.execute(sql);
  return rows.length;
}
