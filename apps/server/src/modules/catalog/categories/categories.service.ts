import { BROWSED_MAX, type Category, COLLEGE_CATEGORY_ID, type categoryRoutes } from "@app/contract/categories";
import { sinceOf } from "@app/contract/filters";
import type { z } from "zod";
import { listCards } from "#modules/catalog/contents/contents.service.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError, notFound } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { type PageRange, readPage } from "#platform/pagination.ts";
import { blocksOf, type Member, type Viewer } from "#platform/viewer.ts";
import {
  type CategoryRow,
  type ContentFilter,
  countFiltered,
  isListed,
  selectCategories,
  selectCategoriesOf,
  selectCategory,
  selectCategoryBySlug,
  selectFiltered,
  selectMostViewedSince,
  upsertCategory,
} from "./categories.sql.ts";

type ListDeps = Pick<Deps, "sql" | "config">;
type OfDeps = Pick<Deps, "pool" | "config">;

export async function listCategories(deps: ListDeps): Promise<Category[]> {
  return (await selectCategories(deps.sql)).map((row) => toCategory(deps, row));
}

/** The member's profile categories, or all listed categories if the profile has none. */
export async function listCategoriesOf(deps: ListDeps & OfDeps, member: Member): Promise<Category[]> {
  const own = await listProfileCategories(deps, member.accountId);
  return own.length > 0 ? own : listCategories(deps);
}

/** Categories chosen in an earner's profile; empty if none were chosen. */
export async function listProfileCategories(deps: OfDeps, accountId: string): Promise<Category[]> {
  return (await selectCategoriesOf(deps.pool, accountId)).map((row) => toCategory(deps, row));
}

/**
 * Also finds categories that are no longer listed, because older items may still be in them, and follows merged ones.
 * @throws AppError `not_found`, also for the reserved category
 */
export async function showCategory(deps: Pick<Deps, "pool" | "config">, id: number): Promise<Category> {
  const row = await selectCategory(deps.pool, id);
  if (!row || row.id === COLLEGE_CATEGORY_ID) throw notFound();
  return toCategory(deps, row);
}

/** A listed category, or the one that it was merged into, for link previews and search engines. */
export async function findCategory(pool: Deps["pool"], id: number): Promise<CategoryRow | null> {
  const row = await selectCategory(pool, id);
  return row?.is_listed ? row : null;
}

/** @returns the category that has the items of this one, which may be merged into it */
export async function resolveCategory(pool: Deps["pool"], id: number): Promise<number> {
  return (await selectCategory(pool, id))?.id ?? id;
}

function toCategory(deps: Pick<Deps, "config">, row: CategoryRow): Category {
  return { id: row.id, name: row.name, image: publicMediaUrl(deps.config, row.picture_key) };
}

/** @throws AppError `invalid_input` on the field `category_id` */
export async function requireCategory(sql: Sql, id: number): Promise<void> {
  if (!(await isListed(sql, id))) throw fieldError("category_id", "Please choose a category.");
}

type BrowseDeps = Pick<Deps, "pool" | "config" | "secrets" | "now">;
type Query = z.output<(typeof categoryRoutes)["contents"]["query"]>;
type Found = z.input<(typeof categoryRoutes)["contents"]["data"]>;

/** @throws AppError `not_found` if the category does not exist */
export async function listCategoryContents(deps: BrowseDeps, viewer: Viewer, query: Query): Promise<Found> {
  const category = query.id === undefined ? null : await showCategory(deps, query.id);
  const filter: ContentFilter = {
    type: query.type,
    categoryId: category?.id,
    length: query.length,
    sort: query.sort,
    since: sinceOf(query.date, deps.now()),
    leftOutFor: blocksOf(viewer),
  };
  const { rows, pagination } = await readPage(deps, {
    name: `category ${JSON.stringify([query.type, category?.id, query.length, query.date, query.sort])}`,
    maxRows: BROWSED_MAX,
    query,
    read: (range) => selectRows(deps.pool, filter, range),
    count: () => countFiltered(deps.pool, filter, BROWSED_MAX),
  });
  const ids = rows.map((row) => row.id);
  return { category, contents: await listCards(deps, ids), pagination };
}

function selectRows(pool: BrowseDeps["pool"], filter: ContentFilter, range: PageRange) {
  return filter.sort === "views" && filter.since !== null
    ? selectMostViewedSince(pool, filter, { ...range, most: BROWSED_MAX })
    : selectFiltered(pool, filter, range);
}

export { selectCategoryBySlug as findCategoryBySlug, upsertCategory as addCategory };
