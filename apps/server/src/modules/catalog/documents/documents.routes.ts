import { documentRoutes } from "@app/contract/documents";
import type { ContentId } from "@app/contract/ids";
import type { FastifyInstance } from "fastify";
import { requireVisibleContent } from "#modules/catalog/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import type { Viewer } from "#platform/viewer.ts";
import { readDocumentText, searchDocument } from "./documents.service.ts";

export function serveDocuments(app: FastifyInstance, deps: Deps): void {
  const visibleTo = (viewer: Viewer) => (id: ContentId) => requireVisibleContent(deps.sql, viewer, id);
  serve(app, documentRoutes.text, ({ viewer, params, query }) =>
    readDocumentText(deps, visibleTo(viewer), { id: params.id, ...query }),
  );
  serve(app, documentRoutes.find, ({ viewer, params, query }) =>
    searchDocument(deps, visibleTo(viewer), { id: params.id, query: query.q }),
  );
}
