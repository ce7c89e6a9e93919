import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** @returns the times of the failed attempts of the last `windowMin` minutes, newest first, at most 100 */
export async function selectAttempts(sql: Sql, subject: Buffer, windowMin: number): Promise<Date[]> {
  const rows = await sql
    .selectFrom("login_attempts")
    .select("tried_at")
    .where("subject_hash", "=", subject)
    .where("tried_at", ">", raw<Date>`now() - make_interval(mins => ${windowMin})`)
    .orderBy("tried_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => row.tried_at);
}

export async function insertAttempt(sql: Sql, subject: Buffer): Promise<void> {
  await sql.insertInto("login_attempts").values({ subject_hash: subject }).execute();
}

/** Only the count matters, not which attempt it was. */
export async function deleteNewestAttempt(sql: Sql, subject: Buffer): Promise<void> {
  await raw`
    delete from login_attempts where ctid = (
      select ctid from login_attempts where subject_hash = ${subject} order by tried_at desc limit 1)`.execute(sql);
}

export async function deleteAttempts(sql: Sql, subject: Buffer): Promise<void> {
  await sql.deleteFrom("login_attempts").where("subject_hash", "=", subject).execute();
}
