import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** A list shorter than this is counted; of a longer one the stored total is shown. */
export const COUNTED_MAX = 500;

/**
 * A query for how many items a list has. To count thousands for each request costs milliseconds, more where views of
 * the items have just been counted.
 * @param where the list's rows `i` of contents
 * @param stored which rows `t` of listed_totals add up to the list
 */
export function toTotalSql(where: string, stored: string): string {
  return `select case when counted.items < ${COUNTED_MAX} then counted.items else greatest(counted.items, (
            select coalesce(sum(t.items), 0)::bigint from listed_totals t where ${stored})) end as total
          from (select count(*) as items from (
            select from contents i where ${where} limit ${COUNTED_MAX}) few) counted`;
}

/** In one transaction: readers see the totals of before or of now. */
export async function replaceListedTotals(tx: Sql): Promise<void> {
  await raw`lock table listed_totals in share row exclusive mode`.execute(tx);
  await tx.deleteFrom("listed_totals").execute();
  await raw`
    insert into listed_totals (type, category_id, length_class, items)
    select type, category_id, length_class, count(*) from contents where is_listed group by 1, 2, 3`.execute(tx);
}
