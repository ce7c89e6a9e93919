import type { HoldReason } from "@app/contract/comment-rules";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { CommentRow } from "./comments.sql.ts";

export type NewComment = {
  id: string;
  contentId: string;
  channelId: string;
  parentId: string | null;
  authorId: string;
  body: string;
  status: "visible" | "held" | "hidden";
  heldFor: HoldReason | null;
  createdAt: Date;
};

export async function insertComments(tx: Tx, comments: readonly NewComment[]): Promise<void> {
  const rows = comments.map((comment) => ({
    id: comment.id,
    content_id: comment.contentId,
    channel_id: comment.channelId,
    parent_id: comment.parentId,
    author_id: comment.authorId,
    body: comment.body,
    status: comment.status,
    held_for: comment.heldFor,
    is_counted: comment.status === "visible",
    created_at: comment.createdAt,
  }));
  await tx
    .with("added", (cte) => cte.insertInto("comments").values(rows).returning(["id", "content_id", "is_counted"]))
    .insertInto("comments_to_count")
    .columns(["comment_id", "content_id"])
    .expression((eb) => eb.selectFrom("added").select(["id", "content_id"]).where("is_counted", "=", true))
    .execute();
}

/** Removes the people that a comment mentioned and no longer names. @returns their accounts */
export async function deleteOtherMentions(tx: Tx, commentId: string, usernames: readonly string[]): Promise<string[]> {
  const { rows } = await raw<{ account_id: string }>`
    delete from comment_mentions
    where comment_id = ${commentId} and not (username = any(${[...usernames]}::text[]))
    returning account_id`.execute(tx);
  return rows.map((row) => row.account_id);
}

type Edit = {
  body: string;
  status: string;
  heldFor: HoldReason | null;
  /** Its author moderates the item, so that pin and heart stay with other words. */
  isByModerator: boolean;
};

/** Only a visible comment stays pinned. @returns null if it was deleted */
export async function updateComment(
  sql: Sql,
  id: string,
  { body, status, heldFor, isByModerator }: Edit,
): Promise<{ status: string; lost_heart: boolean } | null> {
  const keepsMarks = raw<boolean>`(${isByModerator}::boolean or body = ${body})`;
  const updated = await sql
    .updateTable("comments")
    .set({
      body,
      // What staff hid stays hidden, whatever is written instead.
      status: raw<string>`case when held_for = 'staff' then status else ${status} end`,
      held_for: raw<string>`case when held_for = 'staff' then held_for else ${heldFor} end`,
      held_before: raw<string>`case when held_for = 'staff' then ${heldFor}::text end`,
      is_pinned: raw<boolean>`is_pinned and ${keepsMarks} and ${status}::text = 'visible'`,
      is_hearted: raw<boolean>`is_hearted and ${keepsMarks}`,
      edited_at: raw`now()`,
    })
    .where("id", "=", id)
    .where("status", "<>", "deleted")
    .returning(["status", raw<boolean>`old.is_hearted and not new.is_hearted`.as("lost_heart")])
    .executeTakeFirst();
  return updated ?? null;
}

/**
 * The text is kept if the channel or staff deleted it, because staff may have to review that.
 * @returns false if it was deleted before
 */
export async function markDeleted(sql: Sql, id: string, by: "author" | "channel" | "staff"): Promise<boolean> {
  const { rows } = await raw`
    update comments set status = 'deleted', held_for = null, is_pinned = false, is_hearted = false,
      held_before = case when ${by === "staff"} then case when held_for = 'staff' then held_before else held_for end end,
      deleted_at = now(), is_deleted_by_staff = ${by === "staff"},
      body = case when ${by === "author"} then '' else body end
    where id = ${id} and status <> 'deleted' returning 1`.execute(sql);
  return rows.length > 0;
}

/** Does nothing to a comment that is not held, or that staff hid. */
export async function approve(sql: Sql, id: string): Promise<void> {
  await raw`
    update comments set status = 'visible', held_for = null
    where id = ${id} and status = 'held' and held_for <> 'staff'`.execute(sql);
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

/** Of a comment `c`. While its author's appeal waits, staff may have to restore it. */
const IS_TO_PURGE = raw<boolean>`
  c.status = 'deleted' and c.deleted_at < now() - interval '30 days' and not exists (
    select from report_cases a where a.subject_kind = 'comment' and a.subject_id = c.id
      and a.appealed_at is not null and a.appeal_decided_at is null)`;

/** After 30 days, deletes the text of deleted comments, and the rows of those without replies. @returns how many rows */
export async function purgeDeleted(sql: Sql, limit: number): Promise<number> {
  await raw`update comments c set body = '' where body <> '' and ${IS_TO_PURGE}`.execute(sql);
  const { rows } = await raw`
    delete from comments where id in (
      select id from comments c
      where ${IS_TO_PURGE} and not is_counted
        and not exists (select from comments r where r.parent_id = c.id)
      order by deleted_at limit ${limit})
    returning 1`.execute(sql);
  return rows.length;
}

export type ModeratedRow = {
  id: string;
  content_id: string;
  channel_id: string;
  author_id: string | null;
  body: string;
  status: string;
  is_hidden_by_staff: boolean;
};

export async function lockModerated(tx: Tx, id: string): Promise<ModeratedRow | null> {
  const { rows } = await raw<ModeratedRow>`
    select m.id, m.content_id, m.channel_id, m.author_id, m.body, m.status,
      m.held_for is not distinct from 'staff' as is_hidden_by_staff
    from comments m where m.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** @returns false if it is deleted, or staff hid it before */
export async function hideByStaff(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await raw`
    update comments set status = case when status = 'visible' then 'held' else status end, held_for = 'staff',
      held_before = held_for, is_pinned = false
    where id = ${id} and status <> 'deleted' and held_for is distinct from 'staff' returning 1`.execute(sql);
  return rows.length > 0;
}

/**
 * Restores a comment that staff hid or deleted. If it was waiting for the owner, it waits again; if its author was hidden
 * from the channel, it stays theirs alone.
 * @returns its status; null if there is nothing left to show
 */
export async function showByStaff(sql: Sql, id: string): Promise<string | null> {
  const { rows } = await raw<{ status: string }>`
    update comments m set held_for = held_before, held_before = null, deleted_at = null, is_deleted_by_staff = false,
      status = case when exists (
        select from comment_hidden_people h where h.channel_id = m.channel_id and h.account_id = m.author_id)
        then 'hidden' when held_before is not null then 'held' else 'visible' end
    where m.id = ${id} and m.body <> '' and (m.is_deleted_by_staff or m.held_for = 'staff') returning status`.execute(
    sql,
  );
  return rows[0]?.status ?? null;
}

/** As shown beside a comment; null while the account is about to be deleted. */
export type Author = Pick<CommentRow, "author_username" | "author_name" | "author_channel_id" | "author_profile_key">;

/**
 * Serializes an author's comments, because two concurrent ones could exceed the limits together.
 * @returns by account
 */
export async function lockAuthors(tx: Tx, authorIds: readonly string[]): Promise<Map<string, Author>> {
  const { rows } = await raw<Author & { id: string }>`
    select a.id, h.name as author_name, h.profile_key as author_profile_key,
      case when a.deletion_due_at is null then a.username end as author_username,
      case when h.hidden_at is null then h.id end as author_channel_id
    from accounts a left join channels h on h.owner_id = a.id
    where a.id = any(${[...authorIds]}::uuid[]) order by a.id for no key update of a`.execute(tx);
  return new Map(rows.map(({ id, ...author }) => [id, author]));
}

export type AuthorFacts = {
  /** In the last minute, counted up to `latest`. */
  recent: number;
  recent_on_item: number;
  /** Null also after `REPEAT_WITHIN_H`: slow mode is shorter. */
  last_on_item: Date | null;
  is_repeat: boolean;
  /** No comment of theirs on this channel was ever visible. */
  is_first: boolean;
  is_hidden: boolean;
};

/** Who writes what, and where. */
export type Circumstance = { authorId: string; contentId: string; channelId: string; body: string };

/**
 * An author's latest comments are read up to a number, because the planner, which does not know how many comments were
 * written since it last looked, would read all of the last minute.
 * @param since ids of a minute ago, and of the time within which a text may not be repeated; how many of an author's latest
 * to read. @returns in their order
 */
export async function selectAuthorFacts(
  sql: Sql,
  circumstances: readonly Circumstance[],
  since: { minute: string; repeat: string; latest: number },
): Promise<AuthorFacts[]> {
  const column = (name: keyof Circumstance) => circumstances.map((one) => one[name]);
  const { rows } = await raw<AuthorFacts>`
    select of_author.*, on_item.*,
      not exists (select from comments
        where channel_id = w.channel_id and author_id = w.author_id and status = 'visible') as is_first,
      exists (select from comment_hidden_people
        where channel_id = w.channel_id and account_id = w.author_id) as is_hidden
    from unnest(${column("authorId")}::uuid[], ${column("contentId")}::uuid[], ${column("channelId")}::uuid[],
      ${column("body")}::text[]) with ordinality as w (author_id, content_id, channel_id, body, n)
    cross join lateral (
      select count(*)::integer as recent
      from (select id from comments where author_id = w.author_id order by id desc limit ${since.latest}) latest
      where id > ${since.minute}::uuid
    ) of_author
    cross join lateral (
      select (count(*) filter (where id > ${since.minute}::uuid))::integer as recent_on_item,
        max(created_at) as last_on_item, coalesce(bool_or(status <> 'deleted' and body = w.body), false) as is_repeat
      from comments where content_id = w.content_id and author_id = w.author_id and id > ${since.repeat}::uuid
    ) on_item
    order by w.n`.execute(sql);
  return rows;
}

type Mention = { commentId: string; username: string; key: string };

/** `channel_id` is null while the channel is hidden. */
export type Mentioned = { comment_id: string; account_id: string; username: string; channel_id: string | null };

/**
 * Unknown names are left out, and people whom the author blocked or who blocked them.
 * @returns those whom a comment did not mention before
 */
export async function insertMentions(tx: Tx, mentions: readonly Mention[]): Promise<Mentioned[]> {
  if (mentions.length === 0) return [];
  const column = (name: keyof Mention) => mentions.map((one) => one[name]);
  // By the key, which has the index; names that only look alike are other people's.
  const { rows } = await raw<Mentioned>`
    with added as (
      insert into comment_mentions (comment_id, account_id, username)
      select distinct on (named.comment_id, a.id) named.comment_id, a.id, named.username
      from unnest(${column("commentId")}::uuid[], ${column("username")}::text[], ${column("key")}::text[])
        as named (comment_id, username, key)
      join accounts a on a.username_key = named.key and lower(a.username) = lower(named.username)
        and a.deletion_due_at is null
      where not exists (
        select from comments c join block_pairs b on b.account_id = c.author_id
        where c.id = named.comment_id and b.other_id = a.id)
      on conflict do nothing
      returning comment_id, account_id, username
    )
    select added.*, case when h.hidden_at is null then h.id end as channel_id
    from added join channels h on h.owner_id = added.account_id`.execute(tx);
  return rows;
}
