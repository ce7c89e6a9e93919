import type { Sql } from "#platform/db/database.ts";

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

export type AutomaticRow = { language: string; token: string; fault: string | null };

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
        .doUpdateSet({ token, fault: null })
        .where("automatic_captions.fault", "is not", null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function failAutomatic(sql: Sql, token: string, fault: string): Promise<void> {
  await sql.updateTable("automatic_captions").set({ fault }).where("token", "=", token).execute();
}

/** @returns false if it is no longer wanted: another request replaced it, or the video is gone */
export async function finishAutomatic(sql: Sql, token: string): Promise<boolean> {
  const result = await sql.deleteFrom("automatic_captions").where("token", "=", token).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
