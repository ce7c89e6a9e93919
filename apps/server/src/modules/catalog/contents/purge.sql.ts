import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

type Page = { after: string | null; limit: number };

export async function selectContentsToPurge(sql: Sql, channelId: string, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("contents")
    .select("id")
    .where("channel_id", "=", channelId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Deleted longer ago than `keptDays`. */
export async function selectRemovedContents(sql: Sql, keptDays: number, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("contents")
    .select("id")
    .where("removed_at", "<", raw<Date>`now() - make_interval(days => ${keptDays})`)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteContent(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("contents").where("id", "=", id).execute();
}

export async function selectPicturesOf(sql: Sql, accountId: string, { after, limit }: Page): Promise<string[]> {
  const rows = await sql
    .selectFrom("pictures")
    .select("id")
    .where("account_id", "=", accountId)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
