import { searchRoutes } from "@app/contract/search";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readFromReplica } from "#platform/http/replica-reads.ts";
import { serve } from "#platform/http/serve.ts";
import { blocksOf } from "#platform/viewer.ts";
import { createLexemeCache } from "./lexeme-cache.service.ts";
import { search, suggest } from "./search.service.ts";

export function serveSearch(app: FastifyInstance, deps: Deps): void {
  const lexemes = createLexemeCache(deps);
  serve(
    app,
    searchRoutes.result,
    ({ viewer, query, request }) =>
      readFromReplica(deps, readerOf(request), (reads) =>
        search({ ...reads, lexemes, leftOutFor: blocksOf(viewer) }, query),
      ),
    { coalesce: "everybody" },
  );
  serve(app, searchRoutes.suggest, ({ viewer, query, request }) =>
    readFromReplica(deps, readerOf(request), (reads) =>
      suggest({ ...reads, leftOutFor: blocksOf(viewer) }, query.search),
    ),
  );
}
