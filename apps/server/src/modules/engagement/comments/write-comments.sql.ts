import type { HoldReason } from "@app/contract/comment-rules";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";

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

/** Removes the people that a comment mentioned and no longer names. */
export async function deleteOtherMentions(tx: Tx, commentId: string, usernames: readonly string[]): Promise<void> {
  await raw`delete from comment_mentions
    where comment_id = ${commentId} and not (username = any(${[...usernames]}::text[]))`.execute(tx);
}

export async function updateComment(
  sql: Sql,
  id: string,
  { body, status, heldFor }: { body: string; status: string; heldFor: HoldReason | null },
): Promise<void> {
  await sql
    .updateTable("comments")
    .set({
      body,
      // What staff hid stays hidden, whatever is written instead.
      status: raw<string>`case when held_for = 'staff' then status else ${status} end`,
      held_for: raw<string>`case when held_for = 'staff' then held_for else ${heldFor} end`,
      edited_at: raw`now()`,
    })
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

/** Shows a deleted comment again, as long as its text is kept. @returns whether it was deleted */
export async function undelete(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await raw`
    update comments set status = 'visible', deleted_at = null
    where id = ${id} and status = 'deleted' and body <> '' returning 1`.execute(sql);
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
