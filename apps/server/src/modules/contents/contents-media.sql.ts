import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type MediaState = {
  state?: "processing" | "ready" | "failed";
  fault?: string | null;
  progress?: number;
  run?: string;
  is_playable?: boolean;
  original_key?: string;
  length_ms?: number;
  width_px?: number;
  height_px?: number;
  thumbnail_key?: string;
  thumbnail_small_key?: string;
  thumbnail_frame?: number | null;
  frame_keys?: string[];
  has_storyboard?: boolean;
  has_preview?: boolean;
};

/** @returns false when the item is gone */
export async function setMediaState(sql: Sql, id: string, state: MediaState): Promise<boolean> {
  const updated = await sql.updateTable("contents").set(state).where("id", "=", id).executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * Takes an item up for a run of the pipeline: from here on only what is written with this token counts.
 * @returns false when there is nothing to do: it is deleted, has failed, or is made already
 */
export async function claimContent(sql: Sql, id: string, fencingToken: string): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set({ fencing_token: fencingToken })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .where("state", "<>", "failed")
    .where(raw<boolean>`not (state = 'ready' and has_storyboard and has_preview)`)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Whoever took an item up last, by its token; null for what came without a run, such as the demo world. */
export type Claim = { id: string; fencing_token: string | null };

/** One transition of the pipeline. @returns false when another run has taken the item up since, or it is gone */
export async function setStateAsRun(
  sql: Sql,
  { id, fencing_token }: Claim,
  state: MediaState & { fencing_token?: null },
): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set(state)
    .where("id", "=", id)
    .where("fencing_token", "is not distinct from", fencing_token)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Ends the processing of an item without a result. A run that is still at it changes nothing any more. */
export async function failProcessing(sql: Sql, id: string, fault: string): Promise<void> {
  await sql
    .updateTable("contents")
    .set({ state: "failed", fault, is_playable: false, fencing_token: null })
    .where("id", "=", id)
    .where("state", "=", "processing")
    .execute();
}

/** Deleted or not. @returns null when it was purged */
export async function selectRun(sql: Sql, id: string): Promise<{ run: string | null } | null> {
  return (await sql.selectFrom("contents").select("run").where("id", "=", id).executeTakeFirst()) ?? null;
}

/** @returns false when it had not failed: of two who retry at once, one is told so */
export async function reopenFailed(sql: Sql, id: string): Promise<boolean> {
  const updated = await sql
    .updateTable("contents")
    .set({ state: "processing", fault: null, progress: 0, fencing_token: null })
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

export type MadeRendition = { widthPx: number; heightPx: number; videoKbps: number; isCopied: boolean };

export async function writeRenditions(
  sql: Sql,
  contentId: string,
  run: string,
  renditions: readonly MadeRendition[],
): Promise<void> {
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
