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
 * Also finds categories that are no longer listed, because older items may still be in them.
 * @throws AppError `not_found`, also for the reserved category
 */
export async function showCategory(deps: Pick<Deps, "pool" | "config">, id: number): Promise<Category> {
  const row = await selectCategory(deps.pool, id);
  if (!row || row.id === COLLEGE_CATEGORY_ID) throw notFound();
  return toCategory(deps, row);
}

/** A listed category, for link previews and search engines. */
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
