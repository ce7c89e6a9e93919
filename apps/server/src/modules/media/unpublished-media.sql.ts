import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type UnpublishedRow = {
  upload_id: string;
  account_id: string;
  content_id: string;
  state: string;
  fault: string | null;
  progress: number;
  run: string | null;
  is_playable: boolean;
  length_ms: number | null;
  width_px: number | null;
  height_px: number | null;
  frame_keys: string[];
  has_storyboard: boolean;
  has_preview: boolean;
  warning: string | null;
  renditions: unknown;
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

/** Makes the run that writes it wait until the caller has published it. */
export async function lockUnpublishedOf(sql: Sql, uploadId: string): Promise<UnpublishedRow | null> {
  const row = await sql
    .selectFrom("unpublished_media")
    .selectAll()
    .where("upload_id", "=", uploadId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** @returns false when there is one already */
export async function insertUnpublished(
  sql: Sql,
  media: { uploadId: string; accountId: string; contentId: string },
): Promise<boolean> {
  const inserted = await sql
    .insertInto("unpublished_media")
    .values({
      upload_id: media.uploadId,
      account_id: media.accountId,
      content_id: media.contentId,
      state: "processing",
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
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Makes whoever counts what this account has at the same moment wait. */
export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  await sql.selectFrom("accounts").select("id").where("id", "=", accountId).forNoKeyUpdate().execute();
}

export type UnpublishedChanges = {
  state?: "processing" | "ready" | "failed";
  fault?: string | null;
  progress?: number;
  is_playable?: boolean;
  frame_keys?: string[];
  has_storyboard?: boolean;
  has_preview?: boolean;
  warning?: string | null;
  /** JSON */
  renditions?: string;
};

/** @returns false when it was published or deleted meanwhile, or another run took over */
export async function updateUnpublished(
  sql: Sql,
  { contentId, run }: { contentId: string; run: string },
  changes: UnpublishedChanges,
): Promise<boolean> {
  const updated = await sql
    .updateTable("unpublished_media")
    .set(changes)
    .where("content_id", "=", contentId)
    .where("run", "=", run)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Ends its run too. @returns false when it was published or deleted meanwhile */
export async function failUnpublished(sql: Sql, contentId: string, fault: string): Promise<boolean> {
  const updated = await sql
    .updateTable("unpublished_media")
    .set({ state: "failed", fault, run: null, is_playable: false })
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** @returns false when it was published or deleted meanwhile, or another run began */
export async function startUnpublishedRun(
  sql: Sql,
  contentId: string,
  begun: {
    run: string;
    before: string | null;
    lengthMs: number;
    widthPx: number;
    heightPx: number;
    warning: string | null;
  },
): Promise<boolean> {
  const updated = await sql
    .updateTable("unpublished_media")
    .set({
      ...{ run: begun.run, length_ms: begun.lengthMs, width_px: begun.widthPx, height_px: begun.heightPx },
      ...{ state: "processing", fault: null, progress: 0, is_playable: false, warning: begun.warning },
      ...{ frame_keys: [], has_storyboard: false, has_preview: false },
    })
    .where("content_id", "=", contentId)
    .where(raw<boolean>`run is not distinct from ${begun.before}`)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function deleteUnpublished(sql: Sql, contentId: string): Promise<void> {
  await sql.deleteFrom("unpublished_media").where("content_id", "=", contentId).execute();
}

export type CheckOfUpload = { check_ok: boolean | null; frame_keys: string[] };

/** What the look at an upload has found so far. */
export async function selectCheckOfUpload(sql: Sql, uploadId: string): Promise<CheckOfUpload | null> {
  const row = await sql
    .selectFrom("uploads")
    .select(["check_ok", "frame_keys"])
    .where("id", "=", uploadId)
    .executeTakeFirst();
  return row ?? null;
}

export type Progress = { state: string; run: string | null; is_playable: boolean };

/** How far a video is, whether or not it is published; null when nothing works on it. */
export async function selectProgressOf(sql: Sql, uploadId: string): Promise<Progress | null> {
  const row = await sql
    .selectFrom("unpublished_media")
    .select(["state", "run", "is_playable"])
    .where("upload_id", "=", uploadId)
    .unionAll(sql.selectFrom("contents").select(["state", "run", "is_playable"]).where("upload_id", "=", uploadId))
    .executeTakeFirst();
  return row ?? null;
}
