import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { type Contract, toOpenApi } from "./openapi-document.ts";
import { toDocsPage } from "./openapi-page.ts";
import { servePlainPageStyles } from "./plain-page.ts";

const DOCUMENT_URL = "/api/openapi.json";

/** The contract for programs at `/api/openapi.json` and for people at `/api/docs`. Made once: it does not change. */
export function serveOpenApi(app: FastifyInstance, deps: Pick<Deps, "config">, contract: Contract): void {
  const document = toOpenApi(contract, deps.config.publicUrl);
  const printed = JSON.stringify(document, null, 2);
  const page = toDocsPage(document, DOCUMENT_URL);
  servePlainPageStyles(app);
  app.get(DOCUMENT_URL, { config: { route: "openapi.document" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(printed),
  );
  app.get("/api/docs", { config: { route: "openapi.page" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page),
  );
}
