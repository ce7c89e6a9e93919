import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { ContentRow } from "./contents.sql.ts";

/** What the pipeline reports about a video, both for items and for uploads that are not published yet. */
export type MediaProgress = {
  state?: "processing" | "ready" | "failed";
  fault?: string | null;
  progress?: number;
  run?: string | null;
  is_playable?: boolean;
  length_ms?: number | null;
  width_px?: number | null;
  height_px?: number | null;
  frame_keys?: string[];
  has_storyboard?: boolean;
  has_preview?: boolean;
  warning?: string | null;
};

export type MediaChanges = MediaProgress & {
  /** Null: `run`, whose seconds are others than those of the run before. */
  timeline_run?: string | null;
  original_key?: string;
  original_bytes?: number;
  original_name?: string;
  thumbnail_key?: string;
  thumbnail_small_key?: string;
  thumbnail_frame?: number | null;
  fencing_token?: string | null;
};

/** @returns false if the item no longer exists */
export async function updateMediaColumns(sql: Sql, id: string, changes: MediaChanges): Promise<boolean> {
  const updated = await sql.updateTable("contents").set(changes).where("id", "=", id).executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * Claims an item for a run of the pipeline: from now on only writes with this token count.
 * @returns false if there is nothing to do: the item is deleted, failed or complete
 */
export async function claimContent(sql: Sql, id: string, fencingToken: string): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set({ fencing_token: fencingToken })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("state", "<>", "failed")
    .where(raw<boolean>`not (state = 'ready' and (type <> 'video' or (has_storyboard and has_preview)))`)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** The fencing token of the run that claimed a video last; null if no run made it. */
export type Claim = { id: string; fencing_token: string | null };

/** Writes on behalf of a run. @returns false if another run has claimed the item or it no longer exists */
export async function updateMediaColumnsAsRun(
  sql: Sql,
  { id, fencing_token }: Claim,
  changes: MediaChanges,
): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set(changes)
    .where("id", "=", id)
    .where("fencing_token", "is not distinct from", fencing_token)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Ends processing without a result. Later writes of a run in progress have no effect. @returns whether it was running */
export async function failProcessing(sql: Sql, id: string, fault: string): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable("contents")
    .set({ state: "failed", fault, is_playable: false, fencing_token: null })
    .where("id", "=", id)
    .where("state", "=", "processing")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ItemOfRun = {
  id: string;
  channel_id: string;
  upload_id: string | null;
  original_key: string | null;
  thumbnail_key: string | null;
  thumbnail_frame: number | null;
};

/** Locks the item a run works for. Also finds items deleted meanwhile, because staff can restore them. */
export async function lockItemOfRun(sql: Sql, { id, fencing_token }: Claim): Promise<ItemOfRun | null> {
  const row = await sql
    .selectFrom("contents")
    .select(["id", "channel_id", "upload_id", "original_key", "thumbnail_key", "thumbnail_frame"])
    .where("id", "=", id)
    .where("fencing_token", "is not distinct from", fencing_token)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A new run replaces the previous run's files, including its pictures. A picture the owner sent stays. */
export async function clearPicturesOfRun(sql: Sql, { id, fencing_token }: Claim): Promise<void> {
  await raw`
    update contents set frame_keys = '{}',
      thumbnail_key = case when split_part(thumbnail_key, '/', 3) = run then null else thumbnail_key end,
      thumbnail_small_key = case when split_part(thumbnail_key, '/', 3) = run then null else thumbnail_small_key end
    where id = ${id} and fencing_token is not distinct from ${fencing_token}`.execute(sql);
}

/** What a change of an item's files needs to know of it. */
export type LockedContent = Pick<
  ContentRow,
  | "id"
  | "channel_id"
  | "state"
  | "run"
  | "timeline_run"
  | "upload_id"
  | "uploaded_by"
  | "thumbnail_key"
  | "thumbnail_frame"
>;

/** Makes other changes of the item's files wait. Finds a deleted one too, because staff can restore it. */
export async function lockContent(sql: Sql, id: string): Promise<LockedContent | null> {
  const row = await sql
    .selectFrom("contents")
    .select(["id", "channel_id", "state", "run", "upload_id", "uploaded_by", "thumbnail_key", "thumbnail_frame"])
    .select(raw<string | null>`coalesce(timeline_run, run)`.as("timeline_run"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The item's original is the upload's file from now on; a job stores it. */
export async function setReplacedFile(sql: Sql, id: string, uploadId: string): Promise<void> {
  await raw`
    update contents i set upload_id = u.id, original_key = null, original_bytes = u.size_bytes, original_name = u.file_name
    from uploads u where i.id = ${id} and u.id = ${uploadId}`.execute(sql);
}

/** Of an item that is not deleted. */
export async function selectOriginal(
  sql: Sql,
  id: string,
): Promise<{ original_key: string | null; original_name: string | null; original_bytes: number | null } | null> {
  const row = await sql
    .selectFrom("contents")
    .select(["original_key", "original_name", "original_bytes"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends a run that made the ladder of a video, but not the rest. @returns whether anything was missing */
export async function failExtras(sql: Sql, id: string, fault: string): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable("contents")
    .set({ fault, fencing_token: null })
    .where("id", "=", id)
    .where("type", "=", "video")
    .where("state", "=", "ready")
    .where(raw<boolean>`not (has_storyboard and has_preview)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A ready video whose extras failed stays ready. @returns false if nothing had failed: of two retries one succeeds */
export async function retryFailedMedia(sql: Sql, id: string): Promise<boolean> {
  const { numAffectedRows } = await raw`
    update contents set
      state = case state when 'failed' then 'processing' else state end,
      progress = case state when 'failed' then 0 else progress end,
      fault = null, fencing_token = null
    where id = ${id} and (state = 'failed' or (state = 'ready' and fault is not null))`.execute(sql);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function addContentViews(sql: Sql, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  await raw`
    update contents i set total_views = i.total_views + n.views
    from (select unnest(${[...counts.keys()]}::uuid[]) as id, unnest(${[...counts.values()]}::int[]) as views) n
    where i.id = n.id`.execute(sql);
}

/** @param changes added per item; negative for likes that were taken back */
export async function addContentLikes(sql: Sql, changes: ReadonlyMap<string, number>): Promise<void> {
  if (changes.size === 0) return;
  await raw`
    update contents i set total_likes = greatest(0, i.total_likes + n.likes)
    from (select unnest(${[...changes.keys()]}::uuid[]) as id, unnest(${[...changes.values()]}::int[]) as likes) n
    where i.id = n.id and n.likes <> 0`.execute(sql);
}

/** Ends all URLs of an item's media, also the public ones: what they show may no longer be seen. */
export async function revokeMediaUrls(sql: Sql, id: string): Promise<void> {
  await raw`update contents set media_token = replace(gen_random_uuid()::text, '-', '') where id = ${id}`.execute(sql);
}

/** Decides the URL of an item's files and who may fetch them. */
export type ItemMedia = Pick<ContentRow, "is_listed" | "media_token">;

/** `whole_run`: of a trimmed video, the run that only its owner and staff may watch. */
export type ServedMedia = ItemMedia & Pick<ContentRow, "original_token"> & { whole_run: string | null };

/** Leaves out deleted items. Prepared once per connection. */
export async function selectItemMedia(pool: Deps["pool"], ids: readonly string[]): Promise<Map<string, ServedMedia>> {
  const { rows } = await pool.query<ServedMedia & { id: string }>({
    name: "media-of-items",
    text: `select i.id, i.is_listed, i.media_token, i.original_token, t.whole->>'run' as whole_run
           from contents i left join trims t on t.content_id = i.id
           where i.id = any($1::uuid[]) and i.deleted_at is null`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Invalidates the media URLs handed out for these items, except for public ones. */
export async function revokeSignedMediaUrls(sql: Sql, ids: readonly string[]): Promise<void> {
  await raw`
    update contents set media_token = replace(gen_random_uuid()::text, '-', '')
    where id = any(${ids}::uuid[]) and visibility <> 'public'`.execute(sql);
}

export type MadeRendition = { widthPx: number; heightPx: number; videoKbps: number; isCopied: boolean };

export async function writeRenditions(
  sql: Sql,
  contentId: string,
  run: string,
  renditions: readonly MadeRendition[],
): Promise<void> {
  if (renditions.length === 0) return;
  await sql
    .insertInto("renditions")
    .values(
      renditions.map((made) => ({
        content_id: contentId,
        run,
        height_px: made.heightPx,
        width_px: made.widthPx,
        video_kbps: made.videoKbps,
        is_copied: made.isCopied,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
