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

/** At most a hundred of each kind, in the person's own order. */
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
