import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Sql } from "#platform/db/database.ts";

/** A part of a video, in milliseconds of its whole time line. */
export type Part = { fromMs: number; toMs: number };

export type ClipRow = { source_id: string | null; from_ms: number; to_ms: number };

/** What an item's row says of its whole video while viewers see a part of it. */
const wholeVideo = z.object({
  run: z.string(),
  length_ms: z.int(),
  width_px: z.int().nullable(),
  height_px: z.int().nullable(),
  frame_keys: z.array(z.string()),
});
export type WholeVideo = z.infer<typeof wholeVideo>;

export type TrimRow = {
  token: string;
  wanted_from_ms: number | null;
  wanted_to_ms: number | null;
  fault: string | null;
  from_ms: number | null;
  to_ms: number | null;
  whole: WholeVideo | null;
  /** The run that a job is cutting, or was cutting when its worker was killed. */
  cutting_run: string | null;
};

/** What viewers see of a video; null: all of it. */
export function partOf(trim: TrimRow | null): Part | null {
  if (trim === null || trim.from_ms === null || trim.to_ms === null) return null;
  return { fromMs: trim.from_ms, toMs: trim.to_ms };
}

/** What a job is about to cut; null: nothing. */
export function wantedOf({ wanted_from_ms, wanted_to_ms }: TrimRow): Part | null {
  if (wanted_from_ms === null || wanted_to_ms === null) return null;
  return { fromMs: wanted_from_ms, toMs: wanted_to_ms };
}

type NewClip = {
  content_id: string;
  source_id: string;
  from_ms: number;
  to_ms: number;
  /** Of the request that made it. */
  idempotency_key: string | null;
};

export async function insertClip(sql: Sql, clip: NewClip): Promise<void> {
  await sql.insertInto("clips").values(clip).execute();
}

/** @returns the item that an earlier request with the same key made */
export async function selectMadeClip(sql: Sql, sourceId: string, idempotencyKey: string): Promise<string | null> {
  const row = await sql
    .selectFrom("clips")
    .select("content_id")
    .where("source_id", "=", sourceId)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return row?.content_id ?? null;
}

/**
 * Another file takes the place of a video's: the clips that are still to be cut were asked for of the old one, and have no
 * source any more. Those that are made have files of their own, and keep its name.
 */
export async function detachUnmadeClips(sql: Sql, sourceId: string): Promise<void> {
  await sql
    .updateTable("clips")
    .set({ source_id: null })
    .where("source_id", "=", sourceId)
    .where("content_id", "in", (query) => query.selectFrom("contents").select("id").where("state", "!=", "ready"))
    .execute();
}

/** The part as it was cut: the start moved to a keyframe. */
export async function setClipPart(sql: Sql, contentId: string, part: Part): Promise<void> {
  await sql
    .updateTable("clips")
    .set({ from_ms: part.fromMs, to_ms: part.toMs })
    .where("content_id", "=", contentId)
    .execute();
}

export async function selectClip(sql: Sql, contentId: string): Promise<ClipRow | null> {
  const row = await sql
    .selectFrom("clips")
    .select(["source_id", "from_ms", "to_ms"])
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return row ?? null;
}

/** A clip that has no file of its own yet. */
export async function isUncutClip(sql: Sql, contentId: string): Promise<boolean> {
  const row = await sql
    .selectFrom("clips as p")
    .innerJoin("contents as i", "i.id", "p.content_id")
    .select("i.id")
    .where("p.content_id", "=", contentId)
    .where("i.original_key", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function selectTrim(sql: Sql, contentId: string): Promise<TrimRow | null> {
  const row = await sql
    .selectFrom("trims")
    .select(["token", "wanted_from_ms", "wanted_to_ms", "fault", "from_ms", "to_ms", "whole", "cutting_run"])
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return row ? { ...row, whole: wholeVideo.nullable().parse(row.whole) } : null;
}

/** A later request takes the place of an earlier one. */
export async function requestTrim(
  sql: Sql,
  request: { content_id: string; token: string; wanted_from_ms: number; wanted_to_ms: number },
): Promise<void> {
  const { content_id, ...wanted } = request;
  await sql
    .insertInto("trims")
    .values(request)
    .onConflict((conflict) => conflict.column("content_id").doUpdateSet({ ...wanted, fault: null }))
    .execute();
}

/** Ends a request that is not done yet: its job no longer finds its token. @returns false if there is none */
export async function cancelRequest(sql: Sql, contentId: string): Promise<boolean> {
  const pending = sql.updateTable("trims").where("content_id", "=", contentId).where("wanted_from_ms", "is not", null);
  const ended = await pending.set({ token: randomUUID(), wanted_from_ms: null, wanted_to_ms: null }).executeTakeFirst();
  await sql.deleteFrom("trims").where("content_id", "=", contentId).where("whole", "is", null).execute();
  return ended.numUpdatedRows > 0n;
}

export async function setCuttingRun(
  sql: Sql,
  { contentId, token }: { contentId: string; token: string },
  run: string,
): Promise<void> {
  await sql
    .updateTable("trims")
    .set({ cutting_run: run })
    .where("content_id", "=", contentId)
    .where("token", "=", token)
    .execute();
}

/** @returns false if the request is done, or another one came meanwhile */
export async function failTrim(
  sql: Sql,
  { contentId, token }: { contentId: string; token: string },
  fault: string,
): Promise<boolean> {
  const updated = await sql
    .updateTable("trims")
    .set({ wanted_from_ms: null, wanted_to_ms: null, fault })
    .where("content_id", "=", contentId)
    .where("token", "=", token)
    .where("wanted_from_ms", "is not", null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** @returns false if another request came meanwhile */
export async function finishTrim(
  sql: Sql,
  { contentId, token }: { contentId: string; token: string },
  { part, whole }: { part: Part; whole: WholeVideo },
): Promise<boolean> {
  const updated = await sql
    .updateTable("trims")
    .set({
      wanted_from_ms: null,
      wanted_to_ms: null,
      fault: null,
      cutting_run: null,
      from_ms: part.fromMs,
      to_ms: part.toMs,
      whole: JSON.stringify(whole),
    })
    .where("content_id", "=", contentId)
    .where("token", "=", token)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** The whole video was processed again: the part is cut again from this. */
export async function setWhole(sql: Sql, contentId: string, whole: WholeVideo): Promise<void> {
  await sql
    .updateTable("trims")
    .set({ whole: JSON.stringify(whole) })
    .where("content_id", "=", contentId)
    .execute();
}

/** The whole video is shown again, or another file took its place. @returns the trim that ended; null if there was none */
export async function deleteTrim(sql: Sql, contentId: string): Promise<TrimRow | null> {
  const trim = await selectTrim(sql, contentId);
  if (trim) await sql.deleteFrom("trims").where("content_id", "=", contentId).execute();
  return trim;
}

/** The rungs of a run, of which a cut has the same. */
export async function selectRenditions(
  sql: Sql,
  { id, run }: { id: string; run: string },
): Promise<{ widthPx: number; heightPx: number; videoKbps: number; isCopied: boolean }[]> {
  const rows = await sql
    .selectFrom("renditions")
    .select(["width_px", "height_px", "video_kbps"])
    .where("content_id", "=", id)
    .where("run", "=", run)
    .execute();
  return rows.map((row) => ({
    widthPx: row.width_px,
    heightPx: row.height_px,
    videoKbps: row.video_kbps,
    isCopied: true,
  }));
}
