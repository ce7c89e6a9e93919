import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type StaffCategoryRow = {
  id: number;
  name: string;
  picture_key: string | null;
  is_listed: boolean;
  items: number;
  profiles: number;
};

/** In their order. */
export async function selectAllCategories(sql: Sql): Promise<StaffCategoryRow[]> {
  const { rows } = await raw<StaffCategoryRow>`
    select g.id, g.name, g.picture_key, g.is_listed,
      (select count(*) from (
        select from contents i where i.category_id = g.id and i.is_listed limit 10000) n) as items,
      (select count(*) from (
        select from earner_categories e where e.category_id = g.id limit 10000) n) as profiles
    from categories g order by g.position, g.id limit 500`.execute(sql);
  return rows;
}

/** Locks the table against concurrent changes; readers see the old rows until the transaction ends. */
export async function lockCategories(tx: Sql): Promise<void> {
  await raw`lock table categories in share row exclusive mode`.execute(tx);
}

/** At the end. */
export async function insertCategory(sql: Sql, category: { name: string; slug: string }): Promise<number> {
  const { rows } = await raw<{ id: number }>`
    insert into categories (name, slug, position)
    select ${category.name}, ${category.slug}, coalesce(max(position), 0) + 1 from categories returning id`.execute(
    sql,
  );
  return rows[0]?.id ?? 0;
}

export async function updateCategory(
  sql: Sql,
  id: number,
  changes: { name?: string; is_listed?: boolean; picture_key?: string },
): Promise<void> {
  await sql.updateTable("categories").set(changes).where("id", "=", id).execute();
}

export async function updateOrder(sql: Sql, ids: readonly number[]): Promise<void> {
  await raw`
    update categories g set position = o.position
    from unnest(${[...ids]}::int[]) with ordinality o (id, position) where g.id = o.id`.execute(sql);
}
