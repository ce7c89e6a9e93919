import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Moves the items of one category into another, deleted ones too. Locks their channels first. */
export async function moveContents(tx: Sql, from: number, into: number): Promise<number> {
  await raw`
    select from channels where id in (select channel_id from contents where category_id = ${from})
    order by id for no key update`.execute(tx);
  const { numAffectedRows } = await raw`
    update contents set category_id = ${into} where category_id = ${from}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function recountListedTotals(tx: Sql, categoryIds: readonly number[]): Promise<void> {
  const ids = [...categoryIds];
  await raw`delete from listed_totals where category_id = any(${ids}::int[])`.execute(tx);
  await raw`
    insert into listed_totals (type, category_id, length_class, items)
    select type, category_id, length_class, count(*) from contents
    where is_listed and category_id = any(${ids}::int[]) group by 1, 2, 3`.execute(tx);
}
