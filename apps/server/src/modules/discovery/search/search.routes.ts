import { searchRoutes } from "@app/contract/search";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { createLexemeCache } from "./lexeme-cache.service.ts";
import { search, suggest } from "./search.service.ts";

export function serveSearch(app: FastifyInstance, deps: Deps): void {
  const lexemes = createLexemeCache(deps);
  serve(app, searchRoutes.result, ({ query }) => search({ ...deps, lexemes }, query), { coalesce: "everybody" });
  serve(app, searchRoutes.suggest, ({ query }) => suggest(deps, query.search));
}
