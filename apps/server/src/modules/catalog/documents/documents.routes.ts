import { documentRoutes } from "@app/contract/documents";
import type { ContentId } from "@app/contract/ids";
import type { FastifyInstance } from "fastify";
import { requireVisibleContent } from "#modules/catalog/contents/contents.service.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readLiveFromReplica } from "#platform/http/replica-reads.ts";
import { serve } from "#platform/http/serve.ts";
import type { Viewer } from "#platform/viewer.ts";
import { readDocumentText, searchDocument } from "./documents.service.ts";

export function serveDocuments(app: FastifyInstance, deps: Deps): void {
  const visibleTo = (sql: Sql, viewer: Viewer) => (id: ContentId) => requireVisibleContent(sql, viewer, id);
  serve(app, documentRoutes.text, ({ viewer, params, query, request }) =>
    readLiveFromReplica(deps, readerOf(request), (reads) =>
      readDocumentText(reads, visibleTo(reads.sql, viewer), { id: params.id, ...query }),
    ),
  );
  serve(app, documentRoutes.find, ({ viewer, params, query, request }) =>
    readLiveFromReplica(deps, readerOf(request), (reads) =>
      searchDocument(reads, visibleTo(reads.sql, viewer), { id: params.id, query: query.q }),
    ),
  );
}
