import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function insertLogo(sql: Sql, logo: { id: string; accountId: string }): Promise<void> {
  await sql.insertInto("college_logos").values({ id: logo.id, account_id: logo.accountId }).execute();
}

/** How many somebody has sent in the last day. */
export async function countNewLogos(sql: Sql, accountId: string): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    select count(*)::integer as count from college_logos
    where account_id = ${accountId} and sent_at > now() - interval '1 day'`.execute(sql);
  return rows[0]?.count ?? 0;
}

/** @returns those of the ids that are this person's */
export async function selectOwnLogos(sql: Sql, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql
    .selectFrom("college_logos")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "in", ids)
    .limit(ids.length)
    .execute();
  return rows.map((row) => row.id);
}

export type UnusedLogo = { id: string; account_id: string };

/** Those of more than eight days that no profile names and whose sender enters no profile, after this one. */
export async function selectUnusedLogos(sql: Sql, after: string | null): Promise<UnusedLogo[]> {
  const { rows } = await raw<UnusedLogo>`
    select l.id, l.account_id from college_logos l
    where l.sent_at < now() - interval '8 days' and (${after}::text is null or l.id > ${after}::text)
      and not exists (select from college_entries e where e.logo_id = l.id)
      and not exists (select from registrations r where r.account_id = l.account_id)
    order by l.id limit 500`.execute(sql);
  return rows;
}

export async function deleteLogo(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("college_logos").where("id", "=", id).execute();
}
