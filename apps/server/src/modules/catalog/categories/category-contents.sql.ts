import type { CategorySort } from "@app/contract/categories";
import type { ContentType } from "@app/contract/contents";
import type { LengthFilter } from "@app/contract/filters";
import { unseen } from "#platform/db/unseen.ts";
import type { Deps } from "#platform/deps.ts";
import type { Place, SliceAfter } from "#platform/remember-marks.ts";
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
/** What each order goes by, with the type of its first column: the second one is the id. */
const ORDER = {
  newest: { column: "published_at", type: "timestamptz", way: "desc", after: "<" },
  oldest: { column: "published_at", type: "timestamptz", way: "asc", after: ">" },
  views: { column: "total_views", type: "bigint", way: "desc", after: "<" },
} as const satisfies Record<CategorySort, object>;

function orderBy(sort: CategorySort): string {
  const { column, way } = ORDER[sort];
  return `order by i.${column} ${way}, i.id ${way}`;
}

type FilteredRow = { id: string; place: Place };

/** Read from an index that has the order already. */
export async function selectFiltered(pool: Pool, filter: ContentFilter, slice: SliceAfter): Promise<FilteredRow[]> {
  const { name, where, values } = toWhere(filter);
  const [limit, offset, at, id] = [1, 2, 3, 4].map((more) => values.length + more) as [number, number, number, number];
  const { column, type, after } = ORDER[filter.sort];
  const isAfter = slice.after ? `and (i.${column}, i.id) ${after} (${unseen(at, type)}, ${unseen(id, "uuid")})` : "";
  const { rows } = await pool.query<{ id: string; at: string }>({
    name: `browse-${name}-${filter.sort}${slice.after ? "-after" : ""}`,
    // As text outside: inside it would be written of each row that is walked past.
    text: `select i.id, i.${column}::text as at from (
             select i.id, i.${column} from contents i
             where ${where} ${isAfter} ${orderBy(filter.sort)} ${sliceSql(limit, offset)}) i ${orderBy(filter.sort)}`,
    values: [...values, slice.limit, slice.offset, ...(slice.after ?? [])],
  });
  return rows.map((row) => ({ id: row.id, place: [row.at, row.id] }));
}

/** The most viewed of a recent time have no index: they are the most viewed among the newest `most` that fit. */
export async function selectMostViewedSince(
  pool: Pool,
  filter: ContentFilter,
  page: { limit: number; offset: number; most: number },
): Promise<{ id: string }[]> {
  const { name, where, values } = toWhere(filter);
  const [limit, offset, most] = [values.length + 1, values.length + 2, values.length + 3];
  const { rows } = await pool.query<{ id: string }>({
    name: `browse-${name}-most-viewed`,
    text: `select i.id from (
             select i.id, i.total_views from contents i where ${where} ${orderBy("newest")} limit ${unseen(most, "bigint")}) i
           ${orderBy("views")} ${sliceSql(limit, offset)}`,
    values: [...values, page.limit, page.offset, page.most],
  });
  return rows;
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
