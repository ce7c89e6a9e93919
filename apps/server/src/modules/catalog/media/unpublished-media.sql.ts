import type { ContentType } from "@app/contract/contents";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type UnpublishedRow = {
  /** Null: an item is processed again. */
  upload_id: string | null;
  account_id: string;
  content_id: string;
  type: string;
  state: string;
  fault: string | null;
  progress: number;
  run: string | null;
  fencing_token: string | null;
  is_playable: boolean;
  length_ms: number | null;
  width_px: number | null;
  height_px: number | null;
  frame_keys: string[];
  has_storyboard: boolean;
  has_preview: boolean;
  warning: string | null;
  renditions: unknown;
  source: unknown;
};

export async function selectUnpublished(sql: Sql, contentId: string): Promise<UnpublishedRow | null> {
  const row = await sql
    .selectFrom("unpublished_media")
    .selectAll()
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectUnpublishedIdOf(sql: Sql, uploadId: string): Promise<string | null> {
  const row = await sql
    .selectFrom("unpublished_media")
    .select("content_id")
    .where("upload_id", "=", uploadId)
    .executeTakeFirst();
  return row?.content_id ?? null;
}

/** The run that writes to it waits until the caller has published it. */
export async function lockUnpublishedOf(
  sql: Sql,
  uploadId: string,
): Promise<(UnpublishedRow & { upload_id: string }) | null> {
  const row = await sql
    .selectFrom("unpublished_media")
    .selectAll()
    .where("upload_id", "=", uploadId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, upload_id: uploadId } : null;
}

/** @returns false if there is already one */
export async function insertUnpublished(
  sql: Sql,
  media: { uploadId: string; accountId: string; contentId: string; type: ContentType; source: object },
): Promise<boolean> {
  const inserted = await sql
    .insertInto("unpublished_media")
    .values({
      upload_id: media.uploadId,
      account_id: media.accountId,
      content_id: media.contentId,
      type: media.type,
      state: "processing",
      source: JSON.stringify(media.source),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function countUnpublishedOf(sql: Sql, accountId: string): Promise<number> {
  const row = await sql
    .selectFrom("unpublished_media")
    .select((count) => count.fn.countAll<number>().as("total"))
    .where("account_id", "=", accountId)
    .where("upload_id", "is not", null)
    .executeTakeFirstOrThrow();
  return row.total;
}

/**
 * Claims an upload's media for a run of the pipeline.
 * @returns false if it was published or deleted, failed, or is complete
 */
export async function claimUnpublished(sql: Sql, contentId: string, fencingToken: string): Promise<boolean> {
  const updated = await sql
    .updateTable("unpublished_media")
    .set({ fencing_token: fencingToken })
    .where("content_id", "=", contentId)
    .where("state", "<>", "failed")
    .where(raw<boolean>`not (state = 'ready' and (type <> 'video' or (has_storyboard and has_preview)))`)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

type UnpublishedChanges = Partial<
  Omit<UnpublishedRow, "upload_id" | "account_id" | "content_id" | "type" | "fencing_token" | "renditions" | "source">
> & {
  /** JSON */
  renditions?: string;
};

/** Writes on behalf of a run. @returns false if it was published or deleted, or another run has claimed it */
export async function updateUnpublished(
  sql: Sql,
  { id, fencing_token }: { id: string; fencing_token: string | null },
  changes: UnpublishedChanges,
): Promise<boolean> {
  const updated = await sql
    .updateTable("unpublished_media")
    .set(changes)
    .where("content_id", "=", id)
    .where("fencing_token", "is not distinct from", fencing_token)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Also ends its run, whose files then belong to nobody. @returns false if it was published or deleted meanwhile */
export async function failUnpublished(sql: Sql, contentId: string, fault: string): Promise<boolean> {
  const updated = await sql
    .updateTable("unpublished_media")
    .set({ state: "failed", fault, run: null, fencing_token: null, is_playable: false })
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** @returns false if it was published or deleted meanwhile */
export async function deleteUnpublished(sql: Sql, contentId: string): Promise<boolean> {
  const deleted = await sql.deleteFrom("unpublished_media").where("content_id", "=", contentId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** @returns null: there is neither an item nor an unpublished upload with this id */
export async function selectOwnerOfMedia(sql: Sql, id: string): Promise<string | null> {
  const { rows } = await raw<{ account_id: string }>`
    select account_id from unpublished_media where content_id = ${id}
    union all
    select h.owner_id from contents i join channels h on h.id = i.channel_id where i.id = ${id}
    limit 1`.execute(sql);
  return rows[0]?.account_id ?? null;
}

export async function selectOwnerOfUpload(sql: Sql, uploadId: string): Promise<string | null> {
  const row = await sql.selectFrom("uploads").select("account_id").where("id", "=", uploadId).executeTakeFirst();
  return row?.account_id ?? null;
}

type CheckOfUpload = { is_valid: boolean | null; frame_keys: string[]; frames_failed: boolean };

/** What the upload check has found so far. */
export async function selectCheckOfUpload(sql: Sql, uploadId: string): Promise<CheckOfUpload | null> {
  const row = await sql
    .selectFrom("uploads")
    .select(["is_valid", "frame_keys", "frames_failed"])
    .where("id", "=", uploadId)
    .executeTakeFirst();
  return row ?? null;
}

type Progress = { state: string; is_claimed: boolean; is_playable: boolean };

/** Progress of a video, published or not; null if nothing is processing it. */
export async function selectProgressOf(sql: Sql, uploadId: string): Promise<Progress | null> {
  const { rows } = await raw<Progress>`
    select state, fencing_token is not null as is_claimed, is_playable from unpublished_media
    where upload_id = ${uploadId}
    union all
    select state, fencing_token is not null, is_playable from contents
    where upload_id = ${uploadId}`.execute(sql);
  return rows[0] ?? null;
}

/**
 * The runs whose files count: that of an upload, and that of an item, deleted or not. An item whose file is being
 * replaced has both, and a trimmed video also has the run of the whole one. Empty if there is neither.
 */
export async function selectRuns(sql: Sql, contentId: string): Promise<(string | null)[]> {
  const { rows } = await raw<{ run: string | null }>`
    select run from unpublished_media where content_id = ${contentId}
    union all
    select run from contents where id = ${contentId}
    union all
    select whole->>'run' from trims where content_id = ${contentId} and whole is not null`.execute(sql);
  return rows.map(({ run }) => run);
}

/** Whether the upload will take the place of an item's file. */
export async function isReplacement(sql: Sql, uploadId: string): Promise<boolean> {
  const row = await sql
    .selectFrom("uploads")
    .select("id")
    .where("id", "=", uploadId)
    .where("replaces_id", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The row of an item that is reprocessed, which has no upload. Its run waits until the caller commits. */
export async function lockReprocessing(sql: Sql, contentId: string): Promise<UnpublishedRow | null> {
  const row = await sql
    .selectFrom("unpublished_media")
    .selectAll()
    .where("content_id", "=", contentId)
    .where("upload_id", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Does nothing if something is processed under this id already. */
export async function insertReprocessing(
  sql: Sql,
  item: { id: string; owner_id: string; type: ContentType },
): Promise<void> {
  await sql
    .insertInto("unpublished_media")
    .values({ account_id: item.owner_id, content_id: item.id, type: item.type, state: "processing", source: "{}" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
