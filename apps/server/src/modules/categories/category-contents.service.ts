import type { categoryRoutes } from "@app/contract/categories";
import { toPagination } from "@app/contract/http";
import type { z } from "zod";
import { listCards } from "#modules/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { lowestIdAt, sinceOf } from "./browse.policy.ts";
import { showCategory } from "./categories.service.ts";
import { type ContentFilter, countFiltered, selectFilteredIds } from "./category-contents.sql.ts";

type BrowseDeps = Pick<Deps, "sql" | "pool" | "config" | "secrets" | "now">;
type Query = z.output<(typeof categoryRoutes)["contents"]["query"]>;
type Found = z.input<(typeof categoryRoutes)["contents"]["data"]>;

/** Totals are counted up to here, and nobody pages further. */
const BROWSED_MAX = 5_000;

/** @throws AppError `not_found` there is no such category */
export async function listCategoryContents(deps: BrowseDeps, query: Query): Promise<Found> {
  const category = query.id === undefined ? null : await showCategory(deps, query.id);
  const since = sinceOf(query.date, deps.now());
  const filter: ContentFilter = {
    type: query.type,
    categoryId: query.id,
    length: query.length,
    sort: query.sort,
    sinceId: since ? lowestIdAt(since) : undefined,
  };
  const page = { current_page: query.current_page, per_page: query.per_page };
  const offset = (page.current_page - 1) * page.per_page;
  const slice = { limit: page.per_page, offset, most: BROWSED_MAX };
  const ids = offset < BROWSED_MAX ? await selectFilteredIds(deps.pool, filter, slice) : [];
  const total = await countFiltered(deps.pool, filter, BROWSED_MAX);
  return { category, contents: await listCards(deps, ids), pagination: toPagination(page, total) };
}
