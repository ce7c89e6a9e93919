import { BROWSED_MAX, type categoryRoutes } from "@app/contract/categories";
import { sinceOf } from "@app/contract/filters";
import type { z } from "zod";
import { listCards } from "#modules/catalog/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { type PageRange, readPage } from "#platform/pagination.ts";
import { blocksOf, type Viewer } from "#platform/viewer.ts";
import { showCategory } from "./categories.service.ts";
import { type ContentFilter, countFiltered, selectFiltered, selectMostViewedSince } from "./categories.sql.ts";

type BrowseDeps = Pick<Deps, "pool" | "config" | "secrets" | "now">;
type Query = z.output<(typeof categoryRoutes)["contents"]["query"]>;
type Found = z.input<(typeof categoryRoutes)["contents"]["data"]>;

/** @throws AppError `not_found` if the category does not exist */
export async function listCategoryContents(deps: BrowseDeps, viewer: Viewer, query: Query): Promise<Found> {
  const category = query.id === undefined ? null : await showCategory(deps, query.id);
  const filter: ContentFilter = {
    type: query.type,
    categoryId: query.id,
    length: query.length,
    sort: query.sort,
    since: sinceOf(query.date, deps.now()),
    leftOutFor: blocksOf(viewer),
  };
  const { rows, pagination } = await readPage(deps, {
    name: `category ${JSON.stringify([query.type, query.id, query.length, query.date, query.sort])}`,
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
