import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { type Contract, toOpenApi } from "./openapi-document.ts";
import { toDocsPage } from "./openapi-page.ts";
import { servePlainPageStyles } from "./plain-page.ts";

const DOCUMENT_URL = "/api/openapi.json";

/**
 * The contract for programs at `/api/openapi.json` and for people at `/api/docs`. Made once, for it does not change,
 * and with the first who asks: few do, and it is half a megabyte.
 */
export function serveOpenApi(app: FastifyInstance, deps: Pick<Deps, "config">, contract: Contract): void {
  const makeDocument = () => toOpenApi(contract, deps.config.publicUrl);
  const print = once(() => JSON.stringify(makeDocument(), null, 2));
  const drawPage = once(() => toDocsPage(makeDocument(), DOCUMENT_URL));
  servePlainPageStyles(app);
  app.get(DOCUMENT_URL, { config: { route: "openapi.document" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(print()),
  );
  app.get("/api/docs", { config: { route: "openapi.page" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(drawPage()),
  );
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
