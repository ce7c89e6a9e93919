import { categoryRoutes } from "@app/contract/categories";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { listCategories } from "./categories.service.ts";

export function serveCategories(app: FastifyInstance, deps: Deps): void {
  serve(app, categoryRoutes.list, () => listCategories(deps));
}
