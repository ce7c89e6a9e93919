import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Scheduled items whose date has come, in the order of their ids. */
export async function selectDueContents(
  sql: Sql,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await sql
    .selectFrom("contents")
    .select("id")
    .where("publish_at", "<=", now)
    .where("deleted_at", "is", null)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Makes a scheduled item public. It counts as published from `now` on, unless it was public before.
 * @returns null if its date was moved or taken back meanwhile
 */
export async function publishScheduled(
  sql: Sql,
  id: string,
  now: Date,
): Promise<{ channel_id: string; is_ready: boolean } | null> {
  const row = await sql
    .updateTable("contents")
    .set({
      visibility: "public",
      publish_at: null,
      revision: raw<number>`revision + 1`,
      published_at: raw<Date | null>`coalesce(published_at, case when state = 'ready' then ${now}::timestamptz end)`,
    })
    .where("id", "=", id)
    .where("publish_at", "<=", now)
    .where("deleted_at", "is", null)
    .returning(["channel_id", raw<boolean>`state = 'ready'`.as("is_ready")])
    .executeTakeFirst();
  return row ?? null;
}
