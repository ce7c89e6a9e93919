import { z } from "zod";
import { contentCard, contentType } from "./contents.ts";
import { filterQuery } from "./filters.ts";
import { cursorPagination, cursorQuery, defineRoute } from "./http.ts";
import { categoryId } from "./ids.ts";

export const COLLEGE_CATEGORY_ID = 88;

export const CATEGORY_SORTS = ["newest", "oldest", "views"] as const;
export type CategorySort = (typeof CATEGORY_SORTS)[number];

/**
 * Totals are counted up to this number, and nobody pages further. With a date filter, the most viewed are chosen among
 * this many newest items.
 */
export const BROWSED_MAX = 5_000;

export const category = z.object({ id: z.int(), name: z.string(), image: z.string().nullable() });
export type Category = z.infer<typeof category>;

export const categoryRoutes = {
  list: defineRoute({
    name: "categories.list",
    summary: "Every sport category, in the staff's order",
    method: "GET",
    path: "/categories",
    access: "public",
    data: z.array(category),
  }),
  ofUser: defineRoute({
    name: "categories.ofUser",
    summary: "The categories of the caller's profile, in the staff's order; all categories if none are chosen",
    method: "GET",
    path: "/user/categories",
    access: "member",
    data: z.array(category),
  }),
  contents: defineRoute({
    name: "categories.contents",
    summary: "The public items of a category and type, filtered; of all categories where no id is given",
    method: "GET",
    path: "/get-category-contents",
    access: "public",
    query: {
      id: categoryId.optional(),
      type: contentType.default("video"),
      sort: z.enum(CATEGORY_SORTS).default("newest"),
      date: filterQuery.date,
      length: filterQuery.length,
      ...cursorQuery,
    },
    data: z.object({ category: category.nullable(), contents: z.array(contentCard), pagination: cursorPagination }),
  }),
};
