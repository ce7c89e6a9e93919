import type { Plan } from "@app/contract/accounts";
import type { ContentType } from "@app/contract/contents";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type NewContent = {
  id: string;
  channelId: string;
  type: ContentType;
  title: string;
  description: string;
  categoryId: number;
  tags: string[];
  visibility: string;
  publishAt: Date | null;
  commentsOpen: boolean;
  downloadsOpen: boolean;
  uploadId: string | null;
  publishedAt: Date | null;
  uploadedBy: string | null;
};

/**
 * An item added to a hidden channel is hidden with it. Locking the channel's row means a concurrent hide either happens
 * first, and this insert waits for it, or happens afterwards and finds the item.
 * @returns false if the upload has already become an item
 */
export async function insertContent(sql: Sql, content: NewContent): Promise<boolean> {
  const inserted = await sql
    .insertInto("contents")
    .values({
      id: content.id,
      channel_id: content.channelId,
      type: content.type,
      title: content.title,
      description: content.description,
      category_id: content.categoryId,
      tags: content.tags,
      visibility: content.visibility,
      publish_at: content.publishAt,
      comments_open: content.commentsOpen,
      downloads_open: content.downloadsOpen,
      state: "processing",
      upload_id: content.uploadId,
      uploaded_by: content.uploadedBy,
      original_bytes: raw<number | null>`(select size_bytes from uploads where id = ${content.uploadId})`,
      original_name: raw<string | null>`(select file_name from uploads where id = ${content.uploadId})`,
      published_at: content.publishedAt,
      hidden_at: raw<Date | null>`(select hidden_at from channels where id = ${content.channelId} for share)`,
      ...(content.publishedAt ? { created_at: content.publishedAt } : {}),
    })
    .onConflict((conflict) => conflict.column("upload_id").doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type ContentChanges = {
  title?: string | undefined;
  description?: string | undefined;
  category_id?: number | undefined;
  tags?: string[] | undefined;
  visibility?: string | undefined;
  publish_at?: Date | null | undefined;
  comments_open?: boolean | undefined;
  downloads_open?: boolean | undefined;
  thumbnail_key?: string | undefined;
  thumbnail_small_key?: string | undefined;
  thumbnail_frame?: number | null | undefined;
  frame_keys?: string[];
};

/** Writes the owner's changes, as one revision. */
export async function updateContent(sql: Sql, id: string, changes: ContentChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await sql
    .updateTable("contents")
    .set({ ...changes, revision: raw<number>`revision + 1` })
    .where("id", "=", id)
    .execute();
}

/** @param deletedBy the account that may undo it */
export async function markDeleted(sql: Sql, id: string, deletedBy: string): Promise<void> {
  await sql
    .updateTable("contents")
    .set({ deleted_at: raw<Date>`now()`, deleted_by: deletedBy })
    .where("id", "=", id)
    .execute();
}

/** An item somebody deleted, and whether that is less than `minutes` ago. */
export async function selectDeletedBy(
  sql: Sql,
  { id, accountId, minutes }: { id: string; accountId: string; minutes: number },
): Promise<{ channel_id: string; is_recent: boolean } | null> {
  const row = await sql
    .selectFrom("contents")
    .select(["channel_id", raw<boolean>`deleted_at > now() - make_interval(mins => ${minutes})`.as("is_recent")])
    .where("id", "=", id)
    .where("deleted_by", "=", accountId)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}

export async function markUndeleted(sql: Sql, id: string): Promise<void> {
  await sql.updateTable("contents").set({ deleted_at: null, deleted_by: null }).where("id", "=", id).execute();
}

/** The plan of an account, paid for or not. */
export async function selectPlanOf(sql: Sql, accountId: string): Promise<Plan | null> {
  const row = await sql.selectFrom("accounts").select("plan").where("id", "=", accountId).executeTakeFirst();
  return (row?.plan ?? null) as Plan | null;
}
