import type { CategorySort } from "@app/contract/categories";
import type { ContentType } from "@app/contract/contents";
import type { LengthFilter } from "@app/contract/filters";
import { sql as raw } from "kysely";
import { notLeftOutSql, toTotalSql } from "#modules/catalog/contents/contents-cards.sql.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { limitOffsetSql, opaqueParam, type PageRange, type Position } from "#platform/pagination.ts";

type Pool = Deps["pool"];

export type ContentFilter = {
  type: ContentType;
  /** Undefined for all categories. */
  categoryId: number | undefined;
  length: LengthFilter;
  sort: CategorySort;
  /** Published at or after this time; null for any time. */
  since: Date | null;
  /** From `blocksOf`. */
  leftOutFor: string | null;
};

/** Sort column, its SQL type and the comparison for each order; ties are broken by id. */
const ORDER = {
  newest: { column: "published_at", type: "timestamptz", way: "desc", after: "<" },
  oldest: { column: "published_at", type: "timestamptz", way: "asc", after: ">" },
  views: { column: "total_views", type: "bigint", way: "desc", after: "<" },
} as const satisfies Record<CategorySort, object>;

type FilteredRow = { id: string; position: Position };

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

/** Prepared once per connection. */
export async function selectCategoriesOf(pool: Deps["pool"], accountId: string): Promise<CategoryRow[]> {
  const { rows } = await pool.query<CategoryRow>({
    name: "categories-of",
    text: `select g.id, g.name, g.picture_key from earner_categories e join categories g on g.id = e.category_id
           where e.account_id = $1 and g.is_listed order by g.position, g.id`,
    values: [accountId],
  });
  return rows;
}

/** Listed or not; of a merged category the one that has its items now. Prepared once per connection. */
export async function selectCategory(
  pool: Deps["pool"],
  id: number,
): Promise<(CategoryRow & { is_listed: boolean }) | null> {
  const { rows } = await pool.query<CategoryRow & { is_listed: boolean }>({
    name: "category",
    text: `select t.id, t.name, t.picture_key, t.is_listed
           from categories g
             join categories t on t.id = case when g.is_listed then g.id else coalesce(g.merged_into, g.id) end
           where g.id = $1`,
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

function orderBy(sort: CategorySort): string {
  const { column, way } = ORDER[sort];
  return `order by i.${column} ${way}, i.id ${way}`;
}

/** Uses an index that already has the requested order. */
export async function selectFiltered(pool: Pool, filter: ContentFilter, range: PageRange): Promise<FilteredRow[]> {
  const { name, where, values } = toWhere(filter);
  const next = values.length + 1;
  const { rows } = await pool.query<{ id: string; at: string }>({
    name: `browse-${name}-${filter.sort}${range.after ? "-after" : ""}`,
    // Cast outside the subquery, or PostgreSQL would format the value for every row it skips.
    text: `select i.id, i.${ORDER[filter.sort].column}::text as at from (
             select i.id, i.${ORDER[filter.sort].column} from contents i
             where ${where} ${isAfter(filter.sort, range, next + 2)}
             ${orderBy(filter.sort)} ${limitOffsetSql(next, next + 1)}) i ${orderBy(filter.sort)}`,
    values: [...values, range.limit, range.offset, ...(range.after ?? [])],
  });
  return rows.map((row) => ({ id: row.id, position: [row.at, row.id] }));
}

/** @param parameter number of the first of the two cursor parameters */
function isAfter(sort: CategorySort, range: PageRange, parameter: number): string {
  const { column, type, after } = ORDER[sort];
  const position = `(${opaqueParam(parameter, type)}, ${opaqueParam(parameter + 1, "uuid")})`;
  return range.after ? `and (i.${column}, i.id) ${after} ${position}` : "";
}

/** No index covers views within a date range, so this sorts the newest `most` matching items by views. */
export async function selectMostViewedSince(
  pool: Pool,
  filter: ContentFilter,
  range: PageRange & { most: number },
): Promise<FilteredRow[]> {
  const { name, where, values } = toWhere(filter);
  const next = values.length + 1;
  const { rows } = await pool.query<{ id: string; at: string }>({
    name: `browse-${name}-most-viewed${range.after ? "-after" : ""}`,
    text: `select i.id, i.total_views::text as at from (
             select i.id, i.total_views from contents i where ${where}
             ${orderBy("newest")} limit ${opaqueParam(next + 2, "bigint")}) i
           where true ${isAfter("views", range, next + 3)} ${orderBy("views")} ${limitOffsetSql(next, next + 1)}`,
    values: [...values, range.limit, range.offset, range.most, ...(range.after ?? [])],
  });
  return rows.map((row) => ({ id: row.id, position: [row.at, row.id] }));
}

/** Number of matching items. With a date filter, counts at most `most`. */
export async function countFiltered(pool: Pool, filter: ContentFilter, most: number): Promise<number> {
  const { name, where, stored, values } = toWhere(filter);
  const isStored = filter.since === null;
  const { rows } = await pool.query<{ total: number }>({
    name: `browse-${name}-count`,
    text: isStored
      ? toTotalSql(where, stored)
      : `select count(*) as total from (
           select from contents i where ${where} limit ${opaqueParam(values.length + 1, "bigint")}) counted`,
    values: isStored ? values : [...values, most],
  });
  return rows[0]?.total ?? 0;
}

/** One named statement per combination of filters, so each keeps its own plan. */
function toWhere(filter: ContentFilter) {
  const values: (string | number)[] = [filter.type];
  const parts = ["i.is_listed", `i.type = ${opaqueParam(1, "text")}`];
  /** The same filter on the stored totals. */
  const stored = ["t.type = $1"];
  const names: string[] = [];
  if (filter.categoryId !== undefined) {
    parts.push(`i.category_id = ${opaqueParam(values.push(filter.categoryId), "int")}`);
    stored.push(`t.category_id = $${values.length}`);
    names.push("category");
  }
  if (filter.length !== "any") {
    parts.push(`i.length_class = ${opaqueParam(values.push(filter.length), "text")}`);
    stored.push(`t.length_class = $${values.length}`);
    names.push("length");
  }
  if (filter.since !== null) {
    parts.push(`i.published_at >= ${opaqueParam(values.push(filter.since.toISOString()), "timestamptz")}`);
    names.push("since");
  }
  if (filter.leftOutFor !== null) {
    parts.push(notLeftOutSql(values.push(filter.leftOutFor)));
    names.push("blocks");
  }
  return { name: names.join("-") || "all", where: parts.join(" and "), stored: stored.join(" and "), values };
}

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
  const offered = changes.is_listed === true && { merged_into: null };
  await sql
    .updateTable("categories")
    .set({ ...changes, ...offered })
    .where("id", "=", id)
    .execute();
}

/** Stops offering a category, whose address and those of categories merged into it lead to another one from now on. */
export async function redirectCategory(tx: Sql, from: number, into: number): Promise<void> {
  await raw`
    update categories set merged_into = ${into}, is_listed = is_listed and id <> ${from}
    where id = ${from} or merged_into = ${from}`.execute(tx);
}

export async function updateOrder(sql: Sql, ids: readonly number[]): Promise<void> {
  await raw`
    update categories g set position = o.position
    from unnest(${[...ids]}::int[]) with ordinality o (id, position) where g.id = o.id`.execute(sql);
}
