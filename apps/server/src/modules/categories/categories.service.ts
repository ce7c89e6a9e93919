import type { Category } from "@app/contract/categories";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import { selectCategories, selectCategory, selectCategoryBySlug, upsertCategory } from "./categories.sql.ts";

export async function listCategories(deps: Pick<Deps, "sql" | "config">): Promise<Category[]> {
  const rows = await selectCategories(deps.sql);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    image: row.picture_key ? openMediaUrl(deps.config, row.picture_key) : null,
  }));
}

/** @throws AppError `invalid_input` on the field `category_id` */
export async function requireCategory(sql: Sql, id: number): Promise<void> {
  if (!(await selectCategory(sql, id))) throw fieldError("category_id", "Please choose a category.");
}

export { selectCategoryBySlug as findCategoryBySlug, upsertCategory as addCategory };
