import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function insertPicture(sql: Sql, picture: { id: string; accountId: string }): Promise<void> {
  await sql.insertInto("pictures").values({ id: picture.id, account_id: picture.accountId }).execute();
}

/** Number sent in the last 24 hours. */
export async function countNewPictures(sql: Sql, accountId: string): Promise<number> {
  const row = await sql
    .selectFrom("pictures")
    .select((count) => count.fn.countAll<number>().as("total"))
    .where("account_id", "=", accountId)
    .where("sent_at", ">", raw<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function isPictureOf(sql: Sql, picture: { id: string; accountId: string }): Promise<boolean> {
  const row = await sql
    .selectFrom("pictures")
    .select("id")
    .where("id", "=", picture.id)
    .where("account_id", "=", picture.accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Pictures sent more than a day ago, in the order of their ids, after `after`. */
export async function selectOldPictures(sql: Sql, after: string | null): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from pictures where sent_at < now() - interval '1 day' and (${after}::text is null or id > ${after}::text)
    order by id limit 500`.execute(sql);
  return rows.map((row) => row.id);
}

export async function deletePicture(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("pictures").where("id", "=", id).execute();
}
