import { z } from "zod";
import { staffReason } from "./audit.ts";
import { defineRoute, nothing } from "./http.ts";
import { categoryId } from "./ids.ts";
import { toLine } from "./plain-text.ts";

export const CATEGORY_NAME_MAX_CHARS = 60;
export const CATEGORIES_MAX = 200;

export const CATEGORY_PICTURE = {
  field: "picture",
  maxBytes: 5 * 1024 * 1024,
  types: ["image/jpeg", "image/png"],
};

export const CATEGORY_MESSAGES = {
  saved: "The category was saved.",
  added: "The category was added.",
  ordered: "The order was saved.",
  merged: "The categories were merged.",
  pictureSaved: "The picture was changed.",
  taken: "There is a category with this name already.",
  reserved: "This category is reserved for colleges.",
  same: "Choose another category to merge into.",
  notOffered: "This category is not offered. Offer it first, or choose another one.",
  others: "The categories changed in the meantime. Look at them again.",
  notAPicture: "Please choose a JPEG or PNG picture.",
  tooMany: `At most ${CATEGORIES_MAX} categories`,
} as const;

const staffCategory = z.object({
  id: z.int(),
  name: z.string(),
  image: z.string().nullable(),
  is_listed: z.boolean(),
  /** The one for colleges cannot be changed. */
  is_reserved: z.boolean(),
  /** Counted up to 10,000. */
  items: z.int(),
  profiles: z.int(),
});
export type StaffCategory = z.infer<typeof staffCategory>;

const name = z
  .string()
  .overwrite(toLine)
  .min(1, "A category needs a name.")
  .max(CATEGORY_NAME_MAX_CHARS, `A name must be at most ${CATEGORY_NAME_MAX_CHARS} characters`);

const params = { id: categoryId };

export const staffCategoryRoutes = {
  list: defineRoute({
    name: "staffCategories.list",
    summary: "Every category, listed or not, in their order",
    method: "GET",
    path: "/admin/categories",
    access: "staff",
    data: z.array(staffCategory),
  }),
  add: defineRoute({
    name: "staffCategories.add",
    summary: "Add a category at the end",
    method: "POST",
    path: "/admin/categories",
    access: "staff",
    body: { name },
    data: nothing,
    writes: "categories",
  }),
  change: defineRoute({
    name: "staffCategories.change",
    summary: "Rename a category, or stop or begin offering it; what is left out stays",
    method: "PUT",
    path: "/admin/categories/:id",
    access: "staff",
    params,
    body: z.object({ name, is_listed: z.boolean() }).partial().shape,
    data: nothing,
    writes: "categories",
  }),
  order: defineRoute({
    name: "staffCategories.order",
    summary: "Put all categories in order",
    method: "PUT",
    path: "/admin/categories",
    access: "staff",
    body: { ids: z.array(z.int()).max(CATEGORIES_MAX + 1, CATEGORY_MESSAGES.tooMany) },
    data: nothing,
  }),
  picture: defineRoute({
    name: "staffCategories.picture",
    summary: "Change the picture of a category",
    method: "POST",
    path: "/admin/categories/:id/picture",
    access: "staff",
    params,
    file: CATEGORY_PICTURE,
    data: nothing,
  }),
  merge: defineRoute({
    name: "staffCategories.merge",
    summary: "Move everything of a category into another one, and stop offering it",
    method: "POST",
    path: "/admin/categories/:id/merge",
    access: "staff",
    params,
    body: { into: z.int().positive().max(2_147_483_647), reason: staffReason },
    data: nothing,
  }),
};
