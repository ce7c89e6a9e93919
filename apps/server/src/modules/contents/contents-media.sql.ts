import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type MediaChanges = {
  state?: "processing" | "ready" | "failed";
  fault?: string | null;
  progress?: number;
  run?: string | null;
  is_playable?: boolean;
  original_key?: string;
  length_ms?: number | null;
  width_px?: number | null;
  height_px?: number | null;
  thumbnail_key?: string;
  thumbnail_small_key?: string;
  thumbnail_frame?: number;
  frame_keys?: string[];
  has_storyboard?: boolean;
  has_preview?: boolean;
  warning?: string | null;
};

/** One transition of the pipeline. @returns false when the item is gone */
export async function setMediaState(sql: Sql, id: string, changes: MediaChanges): Promise<boolean> {
  const updated = await sql.updateTable("contents").set(changes).where("id", "=", id).executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** The same by a run. @returns false when the item is gone or another run took over */
export async function setMediaStateOfRun(
  sql: Sql,
  { contentId, run }: { contentId: string; run: string },
  changes: MediaChanges,
): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set(changes)
    .where("id", "=", contentId)
    .where("run", "=", run)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** @returns false when it had not failed: of two who retry at once, one is told so */
export async function reopenFailed(sql: Sql, id: string): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set({ state: "processing", fault: null, progress: 0 })
    .where("id", "=", id)
    .where("state", "=", "failed")
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function addViews(sql: Sql, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  await raw`
    update contents i set total_views = i.total_views + n.views
    from (select unnest(${[...counts.keys()]}::uuid[]) as id, unnest(${[...counts.values()]}::int[]) as views) n
    where i.id = n.id`.execute(sql);
}

/** What the door of the media route needs to know of an item. */
export async function selectMediaDoor(
  sql: Sql,
  id: string,
): Promise<{ visibility: string; state: string; is_playable: boolean } | null> {
  const row = await sql
    .selectFrom("contents")
    .select(["visibility", "state", "is_playable"])
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .where("hidden_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export type NewRun = {
  run: string;
  /** Of the item as it was found: of two that begin at once, one does. */
  before: string | null;
  lengthMs: number;
  widthPx: number;
  heightPx: number;
  warning: string | null;
};

/** A run of the pipeline begins: from here on its files are the ones that count. @returns false when another one began */
export async function startRun(sql: Sql, id: string, begun: NewRun): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set({
      ...{ run: begun.run, length_ms: begun.lengthMs, width_px: begun.widthPx, height_px: begun.heightPx },
      ...{ state: "processing", fault: null, progress: 0, is_playable: false, warning: begun.warning },
      ...{ has_storyboard: false, has_preview: false },
    })
    .where("id", "=", id)
    .where(raw<boolean>`run is not distinct from ${begun.before}`)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export type ItemOfRun = {
  id: string;
  channel_id: string;
  upload_id: string | null;
  original_key: string | null;
  thumbnail_key: string | null;
  thumbnail_frame: number | null;
};

/** The item that a run works for, also one that was deleted meanwhile: staff can bring it back. */
export async function selectItemOfRun(
  sql: Sql,
  { contentId, run }: { contentId: string; run: string },
): Promise<ItemOfRun | null> {
  const row = await sql
    .selectFrom("contents")
    .select(["id", "channel_id", "upload_id", "original_key", "thumbnail_key", "thumbnail_frame"])
    .where("id", "=", contentId)
    .where("run", "=", run)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether there is such an item, deleted ones included. */
export async function hasContent(sql: Sql, id: string): Promise<boolean> {
  const row = await sql.selectFrom("contents").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
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
