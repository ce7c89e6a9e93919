import { type Category, COLLEGE_CATEGORY_ID } from "@app/contract/categories";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError, notFound } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type CategoryRow,
  isListed,
  selectCategories,
  selectCategoriesOf,
  selectCategory,
  selectCategoryBySlug,
  upsertCategory,
} from "./categories.sql.ts";

type ListDeps = Pick<Deps, "sql" | "config">;
type OfDeps = Pick<Deps, "pool" | "config">;

export async function listCategories(deps: ListDeps): Promise<Category[]> {
  return (await selectCategories(deps.sql)).map((row) => toCategory(deps, row));
}

/** Those of the caller's profile; all of them for who has chosen none. */
export async function listCategoriesOf(deps: ListDeps & OfDeps, member: Member): Promise<Category[]> {
  const own = await listProfileCategories(deps, member.accountId);
  return own.length > 0 ? own : listCategories(deps);
}

/** What an earner's profile names; none for who has chosen none. */
export async function listProfileCategories(deps: OfDeps, accountId: string): Promise<Category[]> {
  return (await selectCategoriesOf(deps.pool, accountId)).map((row) => toCategory(deps, row));
}

/**
 * By its address one that is not listed is there too, for what was published in it before.
 * @throws AppError `not_found` also the one that is reserved
 */
export async function showCategory(deps: Pick<Deps, "pool" | "config">, id: number): Promise<Category> {
  const row = await selectCategory(deps.pool, id);
  if (!row || row.id === COLLEGE_CATEGORY_ID) throw notFound();
  return toCategory(deps, row);
}

/** What link previews and search engines are told of: one that is listed. */
export async function findCategory(pool: Deps["pool"], id: number): Promise<CategoryRow | null> {
  const row = await selectCategory(pool, id);
  return row?.is_listed ? row : null;
}

function toCategory(deps: Pick<Deps, "config">, row: CategoryRow): Category {
  return { id: row.id, name: row.name, image: publicMediaUrl(deps.config, row.picture_key) };
}

/** @throws AppError `invalid_input` on the field `category_id` */
export async function requireCategory(sql: Sql, id: number): Promise<void> {
  if (!(await isListed(sql, id))) throw fieldError("category_id", "Please choose a category.");
}

export { selectCategoryBySlug as findCategoryBySlug, upsertCategory as addCategory };
