import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { ContentRow } from "./contents.sql.ts";

/** One transition of the pipeline. @returns false when the item is gone */
export async function setMediaState(
  sql: Sql,
  id: string,
  state: {
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
    frame_keys?: string[];
    has_storyboard?: boolean;
    has_preview?: boolean;
  },
): Promise<boolean> {
  const updated = await sql.updateTable("contents").set(state).where("id", "=", id).executeTakeFirst();
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

/** What decides where an item's files are fetched, and by whom. */
export type ItemMedia = Pick<ContentRow, "visibility" | "state" | "hidden_at" | "media_token">;

/** Who may fetch the files of these items; what was deleted is left out. Planned once a connection. */
export async function selectItemMedia(pool: Deps["pool"], ids: readonly string[]): Promise<Map<string, ItemMedia>> {
  const { rows } = await pool.query<ItemMedia & { id: string }>({
    name: "media-of-items",
    text: `select id, visibility, state, hidden_at, media_token from contents
           where id = any($1::uuid[]) and removed_at is null`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ends the addresses that were given out of these items, but for the public ones. */
export async function renewMediaTokens(sql: Sql, ids: readonly string[]): Promise<void> {
  await raw`
    update contents set media_token = replace(gen_random_uuid()::text, '-', '')
    where id = any(${ids}::uuid[]) and visibility <> 'public'`.execute(sql);
}

/** A run of the pipeline begins: from here on its files are the ones that count. */
export async function startRun(
  sql: Sql,
  id: string,
  run: { run: string; lengthMs: number; widthPx: number; heightPx: number },
): Promise<void> {
  await sql
    .updateTable("contents")
    .set({
      ...{ run: run.run, length_ms: run.lengthMs, width_px: run.widthPx, height_px: run.heightPx },
      ...{ state: "processing", fault: null, progress: 0, is_playable: false },
      ...{ has_storyboard: false, has_preview: false },
    })
    .where("id", "=", id)
    .execute();
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
