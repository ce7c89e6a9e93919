import { BROWSED_MAX, type categoryRoutes } from "@app/contract/categories";
import { sinceOf } from "@app/contract/filters";
import { toPagination } from "@app/contract/http";
import type { z } from "zod";
import { listCards } from "#modules/catalog/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import type { Marks } from "#platform/remember-marks.ts";
import type { Totals } from "#platform/remember-totals.ts";
import { toSlice } from "#platform/slice.ts";
import { showCategory } from "./categories.service.ts";
import { type ContentFilter, countFiltered, selectFiltered, selectMostViewedSince } from "./category-contents.sql.ts";

type BrowseDeps = Pick<Deps, "pool" | "config" | "secrets" | "now"> & { totals: Totals; marks: Marks };
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
  const list = JSON.stringify([query.type, query.id, query.length, query.date]);
  const rows = slice.offset < BROWSED_MAX ? await findRows(deps, list, filter, slice) : [];
  const total = await deps.totals.of(list, { ...slice, found: rows.length }, () =>
    countFiltered(deps.pool, filter, BROWSED_MAX),
  );
  return {
    category,
    contents: await listCards(
      deps,
      rows.map((row) => row.id),
    ),
    pagination: toPagination(page, total),
  };
}

function findRows(deps: BrowseDeps, list: string, filter: ContentFilter, slice: { limit: number; offset: number }) {
  if (filter.sort === "views" && filter.since !== null)
    return selectMostViewedSince(deps.pool, filter, { ...slice, most: BROWSED_MAX });
  return deps.marks.find(`${filter.sort} ${list}`, slice, (after) => selectFiltered(deps.pool, filter, after));
}
