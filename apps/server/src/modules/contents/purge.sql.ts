import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function selectContentsToPurge(sql: Sql, channelId: string, limit: number): Promise<string[]> {
  const rows = await sql.selectFrom("contents").select("id").where("channel_id", "=", channelId).limit(limit).execute();
  return rows.map((row) => row.id);
}

/** Deleted longer ago than `keptDays`, the oldest first. */
export async function selectRemovedContents(
  sql: Sql,
  { keptDays, limit }: { keptDays: number; limit: number },
): Promise<string[]> {
  const rows = await sql
    .selectFrom("contents")
    .select("id")
    .where("removed_at", "<", raw<Date>`now() - make_interval(days => ${keptDays})`)
    .orderBy("removed_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteContent(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("contents").where("id", "=", id).execute();
}

/** @returns the ids, whose files are still to be removed */
export async function deletePicturesOf(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql.deleteFrom("pictures").where("account_id", "=", accountId).returning("id").execute();
  return rows.map((row) => row.id);
}
