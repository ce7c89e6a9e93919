import { BROWSED_MAX, type categoryRoutes } from "@app/contract/categories";
import { sinceOf } from "@app/contract/filters";
import { toPagination } from "@app/contract/http";
import type { z } from "zod";
import { listCards } from "#modules/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import type { Totals } from "#platform/remember-totals.ts";
import { toSlice } from "#platform/slice.ts";
import { showCategory } from "./categories.service.ts";
import { type ContentFilter, countFiltered, selectFilteredIds } from "./category-contents.sql.ts";

type BrowseDeps = Pick<Deps, "pool" | "config" | "secrets" | "now"> & { totals: Totals };
type Query = z.output<(typeof categoryRoutes)["contents"]["query"]>;
type Found = z.input<(typeof categoryRoutes)["contents"]["data"]>;

/** @throws AppError `not_found` there is no such category */
export async function listCategoryContents(deps: BrowseDeps, query: Query): Promise<Found> {
  const category = query.id === undefined ? null : await showCategory(deps, query.id);
  const filter: ContentFilter = {
    type: query.type,
    categoryId: query.id,
    length: query.length,
    sort: query.sort,
    since: sinceOf(query.date, deps.now()),
  };
  const page = { current_page: query.current_page, per_page: query.per_page };
  const slice = { ...toSlice(page), most: BROWSED_MAX };
  const ids = slice.offset < BROWSED_MAX ? await selectFilteredIds(deps.pool, filter, slice) : [];
  const list = JSON.stringify([query.type, query.id, query.length, query.date]);
  const total = await deps.totals.of(list, { ...slice, found: ids.length }, () =>
    countFiltered(deps.pool, filter, BROWSED_MAX),
  );
  return { category, contents: await listCards(deps, ids), pagination: toPagination(page, total) };
}
