import { opaqueParam } from "./db/opaque-param.ts";

/** @returns the rows of a page that is asked for by its number, for a query */
export function toSlice(page: { current_page: number; per_page: number }): { limit: number; offset: number } {
  return { limit: page.per_page, offset: (page.current_page - 1) * page.per_page };
}

/** The end of a named statement whose parameters of these numbers hold the slice. */
export function sliceSql(limit: number, offset: number): string {
  return `limit ${opaqueParam(limit, "bigint")} offset ${opaqueParam(offset, "bigint")}`;
}
