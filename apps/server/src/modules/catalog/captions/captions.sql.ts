import type { CaptionCue } from "@app/contract/captions";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import { deleteWaiting } from "#platform/jobs/jobs.ts";
import { LEASE_S } from "#platform/jobs/unlock.ts";

export type CaptionsRow = { id: string; language: string; is_automatic: boolean; revision: number; file_key: string };

export async function selectCaptions(sql: Sql, contentId: string, language: string): Promise<CaptionsRow | null> {
  const row = await sql
    .selectFrom("captions")
    .select(["id", "language", "is_automatic", "revision", "file_key"])
    .where("content_id", "=", contentId)
    .where("language", "=", language)
    .executeTakeFirst();
  return row ?? null;
}

export function selectCues(sql: Sql, captionsId: string): Promise<CaptionCue[]> {
  return sql
    .selectFrom("caption_cues")
    .select(["start_ms", "end_ms", "text"])
    .where("captions_id", "=", captionsId)
    .orderBy("position")
    .execute();
}

/** @returns the row, new with revision 0 if there was none, locked until the transaction ends */
export async function lockCaptions(
  sql: Sql,
  fresh: { id: string; contentId: string; language: string },
): Promise<Pick<CaptionsRow, "id" | "revision" | "is_automatic" | "file_key">> {
  await sql
    .insertInto("captions")
    .values({ id: fresh.id, content_id: fresh.contentId, language: fresh.language, revision: 0, file_key: "" })
    .onConflict((conflict) => conflict.columns(["content_id", "language"]).doNothing())
    .execute();
  return sql
    .selectFrom("captions")
    .select(["id", "revision", "is_automatic", "file_key"])
    .where("content_id", "=", fresh.contentId)
    .where("language", "=", fresh.language)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * The row is written last, because search reads the cues when it changes. Its revision is none that captions had before,
 * not even those that were deleted: pages may still have these.
 */
export async function writeCues(
  sql: Sql,
  captions: { id: string; isAutomatic: boolean; fileKey: string },
  cues: readonly CaptionCue[],
): Promise<CaptionsRow> {
  await sql.deleteFrom("caption_cues").where("captions_id", "=", captions.id).execute();
  await raw`
    insert into caption_cues (captions_id, position, start_ms, end_ms, text, words)
    select ${captions.id}, position, start_ms, end_ms, text, search_vector(text, 'D')
    from unnest(${cues.map((cue) => cue.start_ms)}::int[], ${cues.map((cue) => cue.end_ms)}::int[],
      ${cues.map((cue) => cue.text)}::text[]) with ordinality cue (start_ms, end_ms, text, position)`.execute(sql);
  return sql
    .updateTable("captions")
    .set({
      revision: raw<number>`greatest(revision + 1, nextval('captions_revisions')::int)`,
      is_automatic: captions.isAutomatic,
      file_key: captions.fileKey,
      saved_at: raw<Date>`now()`,
    })
    .where("id", "=", captions.id)
    .returning(["id", "language", "is_automatic", "revision", "file_key"])
    .executeTakeFirstOrThrow();
}

/** @returns the key of its file; null if there were none */
export async function deleteCaptions(sql: Sql, contentId: string, language: string): Promise<string | null> {
  const row = await sql
    .deleteFrom("captions")
    .where("content_id", "=", contentId)
    .where("language", "=", language)
    .returning("file_key")
    .executeTakeFirst();
  return row?.file_key ?? null;
}

/** The captions of an item, one of each language. */
export function selectCaptionsOf(sql: Sql, contentId: string): Promise<CaptionsRow[]> {
  return sql
    .selectFrom("captions")
    .select(["id", "language", "is_automatic", "revision", "file_key"])
    .where("content_id", "=", contentId)
    .orderBy("language")
    .execute();
}

/** What a trim leaves out, on the time line of the whole video. */
export function selectCutCues(sql: Sql, captionsId: string): Promise<CaptionCue[]> {
  return sql
    .selectFrom("cut_cues")
    .select(["start_ms", "end_ms", "text"])
    .where("captions_id", "=", captionsId)
    .orderBy("start_ms")
    .execute();
}

export async function replaceCutCues(sql: Sql, captionsId: string, cues: readonly CaptionCue[]): Promise<void> {
  await sql.deleteFrom("cut_cues").where("captions_id", "=", captionsId).execute();
  if (cues.length === 0) return;
  await raw`
    insert into cut_cues (captions_id, start_ms, end_ms, text)
    select ${captionsId}, start_ms, end_ms, text
    from unnest(${cues.map((cue) => cue.start_ms)}::int[], ${cues.map((cue) => cue.end_ms)}::int[],
      ${cues.map((cue) => cue.text)}::text[]) cue (start_ms, end_ms, text)`.execute(sql);
}

/** @returns null if nobody has asked for them */
export async function selectSilences(
  sql: Sql,
  contentId: string,
): Promise<{ run: string | null; ranges: [number, number][] } | null> {
  const row = await sql
    .selectFrom("silences")
    .select(["run", "ranges"])
    .where("content_id", "=", contentId)
    .executeTakeFirst();
  return row ? { run: row.run, ranges: row.ranges as [number, number][] } : null;
}

/** @returns false if another request has done so already */
export async function requestSilences(sql: Sql, contentId: string, stale: string | null): Promise<boolean> {
  const result = await sql
    .insertInto("silences")
    .values({ content_id: contentId, run: null })
    .onConflict((conflict) =>
      conflict
        .column("content_id")
        .doUpdateSet({ run: null })
        .where("silences.run", "is not", null)
        .where("silences.run", "=", stale),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function writeSilences(
  sql: Sql,
  contentId: string,
  run: string,
  ranges: [number, number][],
): Promise<void> {
  await sql
    .updateTable("silences")
    .set({ run, ranges: JSON.stringify(ranges) })
    .where("content_id", "=", contentId)
    .execute();
}

type AutomaticRow = { language: string; token: string; fault: string | null };

export function selectAutomatic(sql: Sql, contentId: string): Promise<AutomaticRow[]> {
  return sql
    .selectFrom("automatic_captions")
    .select(["language", "token", "fault"])
    .where("content_id", "=", contentId)
    .orderBy("language")
    .execute();
}

/** @returns false if one is under way */
export async function requestAutomatic(
  sql: Sql,
  { contentId, language, token }: { contentId: string; language: string; token: string },
): Promise<boolean> {
  const result = await sql
    .insertInto("automatic_captions")
    .values({ content_id: contentId, language, token })
    .onConflict((conflict) =>
      conflict
        .columns(["content_id", "language"])
        .doUpdateSet({ token, fault: null, requested_at: raw`now()` })
        .where("automatic_captions.fault", "is not", null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns the languages in which a worker that runs recognizes speech */
export async function selectSpeechLanguages(sql: Sql): Promise<string[]> {
  const rows = await sql
    .selectFrom("workers")
    .select(raw<string>`unnest(speech_languages)`.as("language"))
    .distinct()
    .where("seen_at", ">", raw<Date>`now() - make_interval(secs => ${LEASE_S})`)
    .execute();
  return rows.map(({ language }) => language);
}

/** @returns how many captions of this channel's videos are being made */
export async function countAutomatic(sql: Sql, channelId: string): Promise<number> {
  const row = await sql
    .selectFrom("automatic_captions")
    .innerJoin("contents", "contents.id", "automatic_captions.content_id")
    .select(raw<number>`count(*)::int`.as("count"))
    .where("contents.channel_id", "=", channelId)
    .where("automatic_captions.fault", "is", null)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function failAutomatic(sql: Sql, token: string, fault: string): Promise<void> {
  await sql.updateTable("automatic_captions").set({ fault }).where("token", "=", token).execute();
}

/**
 * Fails requests older than this, in a language that no running worker recognizes.
 * @returns the items that they were for
 */
export async function failWithoutEngine(sql: Sql, afterHours: number, fault: string): Promise<string[]> {
  const languages = await selectSpeechLanguages(sql);
  const rows = await sql
    .updateTable("automatic_captions")
    .set({ fault })
    .where("fault", "is", null)
    .where("requested_at", "<", raw<Date>`now() - make_interval(hours => ${afterHours})`)
    .where(raw<boolean>`language <> all(${languages}::text[])`)
    .returning("content_id")
    .execute();
  return [...new Set(rows.map(({ content_id: id }) => id))];
}

/** Deletes the waiting jobs of requests that have failed or are gone: they may need an engine that no worker has. */
export async function deleteJobsWithoutRequest(sql: Sql, name: string): Promise<void> {
  const isOver = raw<boolean>`not exists (
    select from automatic_captions a where a.token::text = j.payload ->> 'token' and a.fault is null)`;
  await deleteWaiting(sql, name, isOver);
}

/** @returns false if it is no longer wanted: another request replaced it, or the video is gone */
export async function finishAutomatic(sql: Sql, token: string): Promise<boolean> {
  const result = await sql.deleteFrom("automatic_captions").where("token", "=", token).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
