import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

export type CategoryRow = { id: number; name: string; picture_key: string | null };

export function selectCategories(sql: Sql): Promise<CategoryRow[]> {
  return sql
    .selectFrom("categories")
    .select(["id", "name", "picture_key"])
    .where("is_listed", "=", true)
    .orderBy("position")
    .orderBy("id")
    .limit(500)
    .execute();
}

/** Those that somebody's profile names. Planned once a connection. */
export async function selectCategoriesOf(pool: Deps["pool"], accountId: string): Promise<CategoryRow[]> {
  const { rows } = await pool.query<CategoryRow>({
    name: "categories-of",
    text: `select g.id, g.name, g.picture_key from earner_categories e join categories g on g.id = e.category_id
           where e.account_id = $1 and g.is_listed order by g.position, g.id`,
    values: [accountId],
  });
  return rows;
}

/** Listed or not. Planned once a connection. */
export async function selectCategory(
  pool: Deps["pool"],
  id: number,
): Promise<(CategoryRow & { is_listed: boolean }) | null> {
  const { rows } = await pool.query<CategoryRow & { is_listed: boolean }>({
    name: "category",
    text: "select id, name, picture_key, is_listed from categories where id = $1",
    values: [id],
  });
  return rows[0] ?? null;
}

export async function isListed(sql: Sql, id: number): Promise<boolean> {
  const row = await sql
    .selectFrom("categories")
    .select("id")
    .where("id", "=", id)
    .where("is_listed", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

export async function selectCategoryBySlug(sql: Sql, slug: string): Promise<CategoryRow | null> {
  const row = await sql
    .selectFrom("categories")
    .select(["id", "name", "picture_key"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row ?? null;
}

export async function upsertCategory(
  sql: Sql,
  category: { name: string; slug: string; pictureKey: string | null; position: number },
): Promise<number> {
  const row = await sql
    .insertInto("categories")
    .values({
      name: category.name,
      slug: category.slug,
      picture_key: category.pictureKey,
      position: category.position,
    })
    .onConflict((conflict) =>
      conflict.column("slug").doUpdateSet((set) => ({ picture_key: set.ref("excluded.picture_key") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
