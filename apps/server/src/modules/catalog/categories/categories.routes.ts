import { categoryRoutes } from "@app/contract/categories";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readFromReplica } from "#platform/http/replica-reads.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { listCategories, listCategoriesOf } from "./categories.service.ts";
import { listCategoryContents } from "./category-contents.service.ts";

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
