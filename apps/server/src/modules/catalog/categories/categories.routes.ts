import { categoryRoutes } from "@app/contract/categories";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { listCategories, listCategoriesOf } from "./categories.service.ts";
import { listCategoryContents } from "./category-contents.service.ts";

export function serveCategories(app: FastifyInstance, deps: Deps): void {
  serve(app, categoryRoutes.list, () => listCategories(deps));
  serve(app, categoryRoutes.ofUser, ({ viewer }) => listCategoriesOf(deps, requireMember(viewer)));
  serve(app, categoryRoutes.contents, ({ viewer, query }) => listCategoryContents(deps, viewer, query), {
    coalesce: "everybody",
  });
}
