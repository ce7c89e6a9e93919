import type { ContentType } from "@app/contract/contents";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";

/** Bytes of one channel's files. */
export type UsedBytes = { open: number; kept: number; deleted: number };

export type UploadRow = {
  id: string;
  account_id: string;
  channel_id: string;
  type: ContentType;
  file_name: string;
  size_bytes: number;
  started_at: Date;
  completed_at: Date | null;
  expires_at: Date;
  is_valid: boolean | null;
  validation_error: string | null;
  length_ms: number | null;
  frame_keys: string[];
  frames_failed: boolean;
  /** State of its processing before it is published. */
  processing: string | null;
  progress: number | null;
  fault: string | null;
  warning: string | null;
  /** The item whose file it replaces. */
  replaces_id: string | null;
};

function uploads(sql: Sql) {
  return sql
    .selectFrom("uploads")
    .leftJoin("unpublished_media as m", "m.upload_id", "uploads.id")
    .select([
      "uploads.id",
      "uploads.account_id",
      // Set by a trigger at the latest.
      raw<string>`uploads.channel_id`.as("channel_id"),
      raw<ContentType>`uploads.type`.as("type"),
      "file_name",
      "size_bytes",
      "started_at",
      "completed_at",
      "expires_at",
      "is_valid",
      "validation_error",
      "uploads.length_ms",
      "uploads.frame_keys",
      "frames_failed",
      "m.state as processing",
      "m.progress",
      "m.fault",
      "m.warning",
      "replaces_id",
    ]);
}

export async function insertUpload(
  sql: Sql,
  upload: {
    id: string;
    accountId: string;
    channelId: string;
    type: ContentType;
    fileName: string;
    sizeBytes: number;
    expiresAfterHours: number;
  },
): Promise<void> {
  await sql
    .insertInto("uploads")
    .values({
      id: upload.id,
      account_id: upload.accountId,
      channel_id: upload.channelId,
      type: upload.type,
      file_name: upload.fileName,
      size_bytes: upload.sizeBytes,
      expires_at: raw<Date>`now() + make_interval(hours => ${upload.expiresAfterHours})`,
    })
    .execute();
}

/** Expired uploads are not found, whether or not their bytes are purged yet. */
export async function selectUpload(sql: Sql, id: string): Promise<UploadRow | null> {
  const row = await uploads(sql)
    .where("uploads.id", "=", id)
    .where("expires_at", ">", raw<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** Makes concurrent requests to finish or cancel the same upload wait. @returns false if it was canceled */
export async function lockUpload(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.selectFrom("uploads").select("id").where("id", "=", id).forUpdate().execute();
  return rows.length > 0;
}

/** Makes concurrent requests to start an upload for the same account wait. */
export async function lockUploadsOf(sql: Sql, accountId: string): Promise<void> {
  await sql.selectFrom("accounts").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
}

const IS_OPEN = raw<boolean>`expires_at > now() and not exists (select from contents where upload_id = uploads.id)
  and not exists (select from content_images where upload_id = uploads.id)`;

export async function countOpenUploads(sql: Sql, accountId: string, channelId: string): Promise<number> {
  const row = await sql
    .selectFrom("uploads")
    .select((count) => count.fn.countAll<number>().as("total"))
    .where("account_id", "=", accountId)
    .where("channel_id", "=", channelId)
    .where(IS_OPEN)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Bytes in unfinished uploads, in items, and in deleted items that are not purged yet. */
export async function selectUsedBytes(sql: Sql, channelId: string): Promise<UsedBytes> {
  const { rows } = await raw<UsedBytes>`
    select
      (select coalesce(sum(size_bytes), 0)::bigint from uploads where channel_id = ${channelId} and ${IS_OPEN}) as open,
      coalesce(sum(i.original_bytes) filter (where i.deleted_at is null), 0)::bigint as kept,
      coalesce(sum(i.original_bytes) filter (where i.deleted_at is not null), 0)::bigint as deleted
    from contents i where i.channel_id = ${channelId}`.execute(sql);
  return rows[0] ?? { open: 0, kept: 0, deleted: 0 };
}

export async function isPublishedUpload(sql: Sql, id: string): Promise<boolean> {
  const { rows } = await raw<{ is_published: boolean }>`
    select exists (select from contents where upload_id = ${id})
      or exists (select from content_images where upload_id = ${id}) as is_published`.execute(sql);
  return rows[0]?.is_published ?? false;
}

/** @param maxHours after its start, the upload expires in any case */
export async function setUploadExpiry(
  sql: Sql,
  id: string,
  { expiresAfterHours, maxHours }: { expiresAfterHours: number; maxHours: number },
): Promise<void> {
  const end = raw<Date>`least(now() + make_interval(hours => ${expiresAfterHours}),
    started_at + make_interval(hours => ${maxHours}))`;
  await sql.updateTable("uploads").set({ expires_at: end }).where("id", "=", id).execute();
}

/** Uploads of this account for a channel that are neither expired nor published, newest first, at most 50. */
export function selectOpenUploads(sql: Sql, accountId: string, channelId: string): Promise<UploadRow[]> {
  return uploads(sql)
    .where("uploads.account_id", "=", accountId)
    .where("uploads.channel_id", "=", channelId)
    .where(IS_OPEN)
    .orderBy("started_at", "desc")
    .orderBy("uploads.id")
    .limit(50)
    .execute();
}

/** The upload that replaces an item's file; null if there is none. */
export async function selectReplacement(sql: Sql, contentId: string): Promise<UploadRow | null> {
  const row = await uploads(sql)
    .where("replaces_id", "=", contentId)
    .where("expires_at", ">", raw<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Cancels any earlier replacement of the item's file.
 * @param id null for none from now on
 */
export async function setReplacement(sql: Sql, contentId: string, id: string | null): Promise<void> {
  await sql.updateTable("uploads").set({ replaces_id: null }).where("replaces_id", "=", contentId).execute();
  if (id !== null) await sql.updateTable("uploads").set({ replaces_id: contentId }).where("id", "=", id).execute();
}

export async function markUploadComplete(sql: Sql, id: string): Promise<boolean> {
  const updated = await sql
    .updateTable("uploads")
    .set({ completed_at: raw<Date>`coalesce(completed_at, now())` })
    .where("id", "=", id)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export type UploadCheck = {
  is_valid: boolean;
  validation_error: string | null;
  length_ms: number | null;
};

/** The first result counts. A second run, or a failure reported later, changes nothing. */
export async function setUploadCheck(sql: Sql, id: string, check: UploadCheck): Promise<void> {
  await sql.updateTable("uploads").set(check).where("id", "=", id).where("is_valid", "is", null).execute();
}

export async function setUploadFrames(sql: Sql, id: string, keys: string[]): Promise<void> {
  await sql.updateTable("uploads").set({ frame_keys: keys, frames_failed: false }).where("id", "=", id).execute();
}

/** From here on, nobody waits for the frames of this upload. */
export async function setFramesFailed(sql: Sql, id: string): Promise<void> {
  await sql.updateTable("uploads").set({ frames_failed: true }).where("id", "=", id).execute();
}

/** It expires now; the purge deletes what is left of it. */
export async function endUpload(sql: Sql, id: string): Promise<void> {
  await sql.updateTable("uploads").set({ expires_at: raw<Date>`now()` }).where("id", "=", id).execute();
}

/**
 * Ends this account's incomplete uploads for a channel, and its complete ones that nobody has published. A complete new
 * file for an existing item is kept. Locks them first, so that one being published stays.
 */
export async function endOpenUploads(tx: Tx, accountId: string, channelId: string): Promise<void> {
  const isTheirs = raw<boolean>`account_id = ${accountId} and channel_id = ${channelId} and expires_at > now()
    and (replaces_id is null or completed_at is null)`;
  await tx.selectFrom("uploads").select("id").where(isTheirs).orderBy("id").forUpdate().execute();
  await tx.updateTable("uploads").set({ expires_at: raw<Date>`now()` }).where(isTheirs).where(IS_OPEN).execute();
}

export async function deleteUpload(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("uploads").where("id", "=", id).execute();
}

type Page = { after: string | null; limit: number };

/**
 * At most `limit` uploads that expired for their owners at least an hour ago, so requests in progress can end. Leaves
 * out uploads whose item has no original yet.
 */
export async function selectExpiredUploads(sql: Sql, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("uploads")
    .select("id")
    .where("expires_at", "<", raw<Date>`now() - interval '1 hour'`)
    .where(raw<boolean>`not exists (select from contents where upload_id = uploads.id and original_key is null)`)
    .where(raw<boolean>`not exists (select from content_images where upload_id = uploads.id and original_key is null)`)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Every upload: open, finished or expired. */
export async function selectUploadsOf(sql: Sql, accountId: string, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("uploads")
    .select("id")
    .where("account_id", "=", accountId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
