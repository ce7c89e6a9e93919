import { searchRoutes } from "@app/contract/search";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { search, suggest } from "./search.service.ts";
import { openWordBook } from "./word-book.service.ts";

export function serveSearch(app: FastifyInstance, deps: Deps): void {
  const wordBook = openWordBook(deps);
  serve(app, searchRoutes.result, ({ query }) => search({ ...deps, wordBook }, query), { sharedBy: "everybody" });
  serve(app, searchRoutes.suggest, ({ query }) => suggest(deps, query.search), { sharedBy: "everybody" });
}
