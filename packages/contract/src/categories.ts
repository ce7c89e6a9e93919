import { z } from "zod";
import { defineRoute } from "./http.ts";

export const COLLEGE_CATEGORY_ID = 88;

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
};
