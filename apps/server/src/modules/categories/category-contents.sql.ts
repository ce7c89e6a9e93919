import type { CategorySort } from "@app/contract/categories";
import type { ContentType } from "@app/contract/contents";
import type { LengthFilter } from "@app/contract/filters";
import { unseen } from "#platform/db/unseen.ts";
import type { Deps } from "#platform/deps.ts";
import { sliceSql } from "#platform/slice.ts";

type Pool = Deps["pool"];

export type ContentFilter = {
  type: ContentType;
  /** Undefined: of all categories. */
  categoryId: number | undefined;
  length: LengthFilter;
  sort: CategorySort;
  /** Published then or later; null: whenever. */
  since: Date | null;
};

/** Written out and not bound: only then does a plan that is kept use the partial indexes. */
const LISTED = "i.state = 'ready' and i.visibility = 'public' and i.removed_at is null and i.hidden_at is null";
const ORDER: Record<CategorySort, string> = {
  newest: "i.published_at desc, i.id desc",
  oldest: "i.published_at, i.id",
  views: "i.total_views desc, i.id desc",
};

/**
 * Read from an index that has the order already, but for the most viewed of a recent time: those are the
 * most viewed among the newest `most` that fit.
 */
export async function selectFilteredIds(
  pool: Pool,
  filter: ContentFilter,
  page: { limit: number; offset: number; most: number },
): Promise<string[]> {
  const { name, where, values } = toWhere(filter);
  const [limit, offset, most] = [values.length + 1, values.length + 2, values.length + 3];
  const isSorted = filter.sort === "views" && filter.since !== null;
  const from = isSorted
    ? `(select i.id, i.total_views from contents i where ${where} order by ${ORDER.newest} limit ${unseen(most, "bigint")}) i`
    : `contents i where ${where}`;
  const { rows } = await pool.query<{ id: string }>({
    name: `browse-${name}-${filter.sort}`,
    text: `select i.id from ${from} order by ${ORDER[filter.sort]} ${sliceSql(limit, offset)}`,
    values: [...values, page.limit, page.offset, ...(isSorted ? [page.most] : [])],
  });
  return rows.map((row) => row.id);
}

/** How many there are, counted up to `most` and no further. */
export async function countFiltered(pool: Pool, filter: ContentFilter, most: number): Promise<number> {
  const { name, where, values } = toWhere(filter);
  const { rows } = await pool.query<{ total: number }>({
    name: `browse-${name}-count`,
    text: `select count(*) as total from (select from contents i where ${where} limit ${unseen(values.length + 1, "bigint")}) counted`,
    values: [...values, most],
  });
  return rows[0]?.total ?? 0;
}

/** One statement for each way to ask, so that each keeps a plan of its own. */
function toWhere(filter: ContentFilter): { name: string; where: string; values: (string | number)[] } {
  const values: (string | number)[] = [filter.type];
  const parts = [LISTED, `i.type = ${unseen(1, "text")}`];
  const names: string[] = [];
  if (filter.categoryId !== undefined) {
    parts.push(`i.category_id = ${unseen(values.push(filter.categoryId), "int")}`);
    names.push("category");
  }
  if (filter.length !== "any") {
    parts.push(`i.length_class = ${unseen(values.push(filter.length), "text")}`);
    names.push("length");
  }
  if (filter.since !== null) {
    parts.push(`i.published_at >= ${unseen(values.push(filter.since.toISOString()), "timestamptz")}`);
    names.push("since");
  }
  return { name: names.join("-") || "all", where: parts.join(" and "), values };
}
