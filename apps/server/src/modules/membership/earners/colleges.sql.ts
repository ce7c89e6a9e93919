import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type CollegeKind = "offer" | "visit";

export type CollegeRow = {
  kind: string;
  college_name: string;
  logo_id: string | null;
  category_id: number;
  happened_on: string | null;
  date_precision: string | null;
};

/** At most a hundred of each kind, in the person's order. */
export function selectColleges(sql: Sql, accountId: string): Promise<CollegeRow[]> {
  return sql
    .selectFrom("college_entries")
    .select(["kind", "college_name", "logo_id", "category_id", "happened_on", "date_precision"])
    .where("account_id", "=", accountId)
    .orderBy("kind")
    .orderBy("position")
    .limit(200)
    .execute();
}

export async function replaceColleges(
  sql: Sql,
  accountId: string,
  kind: CollegeKind,
  rows: readonly Omit<CollegeRow, "kind">[],
): Promise<void> {
  await sql.deleteFrom("college_entries").where("account_id", "=", accountId).where("kind", "=", kind).execute();
  if (rows.length === 0) return;
  await sql
    .insertInto("college_entries")
    .values(rows.map((row, position) => ({ account_id: accountId, kind, position, ...row })))
    .execute();
}

export async function insertLogo(sql: Sql, logo: { id: string; accountId: string }): Promise<void> {
  await sql.insertInto("college_logos").values({ id: logo.id, account_id: logo.accountId }).execute();
}

/** Uploads in the last day. */
export async function countNewLogos(sql: Sql, accountId: string): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    select count(*)::integer as count from college_logos
    where account_id = ${accountId} and sent_at > now() - interval '1 day'`.execute(sql);
  return rows[0]?.count ?? 0;
}

/** @returns the ids that belong to this person */
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

/** Logos older than eight days that no profile uses and whose owner has no registration, by id. */
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
