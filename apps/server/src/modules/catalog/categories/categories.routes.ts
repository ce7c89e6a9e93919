import { categoryRoutes } from "@app/contract/categories";
import { CATEGORY_MESSAGES, CATEGORY_PICTURE, staffCategoryRoutes } from "@app/contract/staff-categories";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readFilePart } from "#platform/http/form-parts.ts";
import { readerOf, readFromReplica } from "#platform/http/replica-reads.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember, requireStaff } from "#platform/viewer.ts";
import { listCategories, listCategoriesOf, listCategoryContents } from "./categories.service.ts";
import {
  addCategoryByStaff,
  changeCategory,
  listAllCategories,
  mergeCategory,
  orderCategories,
  setCategoryPicture,
} from "./staff-categories.service.ts";

export function serveCategories(app: FastifyInstance, deps: Deps): void {
  serve(app, categoryRoutes.list, ({ request }) => readFromReplica(deps, readerOf(request), listCategories));
  serve(app, categoryRoutes.ofUser, ({ viewer }) => listCategoriesOf(deps, requireMember(viewer)));
  serve(
    app,
    categoryRoutes.contents,
    ({ viewer, query, request }) =>
      readFromReplica(deps, readerOf(request), (reads) => listCategoryContents(reads, viewer, query)),
    { coalesce: "everybody" },
  );
}

export function serveStaffCategories(app: FastifyInstance, deps: Deps): void {
  serve(app, staffCategoryRoutes.list, () => listAllCategories(deps));

  serve(app, staffCategoryRoutes.add, async ({ viewer, body }) => {
    await addCategoryByStaff(deps, requireStaff(viewer, "staff"), body.name);
    return new Reply(CATEGORY_MESSAGES.added, null);
  });

  serve(app, staffCategoryRoutes.change, async ({ viewer, params, body }) => {
    await changeCategory(deps, requireStaff(viewer, "staff"), params.id, body);
    return new Reply(CATEGORY_MESSAGES.saved, null);
  });

  serve(app, staffCategoryRoutes.order, async ({ viewer, body }) => {
    await orderCategories(deps, requireStaff(viewer, "staff"), body.ids);
    return new Reply(CATEGORY_MESSAGES.ordered, null);
  });

  serve(app, staffCategoryRoutes.picture, async ({ viewer, params, request }) => {
    const picture = await readFilePart(request, CATEGORY_PICTURE);
    await setCategoryPicture(deps, requireStaff(viewer, "staff"), params.id, picture);
    return new Reply(CATEGORY_MESSAGES.pictureSaved, null);
  });

  serve(app, staffCategoryRoutes.merge, async ({ viewer, params, body }) => {
    await mergeCategory(deps, requireStaff(viewer, "staff"), params.id, body);
    return new Reply(CATEGORY_MESSAGES.merged, null);
  });
}
