import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { BRAND } from "@app/contract/brand";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { html } from "../html.ts";
import { type Contract, toOpenApi } from "./openapi-document.ts";

const DOCUMENT_URL = "/api/openapi.json";
const DOCS_URL = "/api/docs";

/** From Fastify's package of Swagger UI, which has no dependencies and no install script. */
const SWAGGER_UI = path.join(path.dirname(fileURLToPath(import.meta.resolve("@fastify/swagger-ui"))), "static");
const VIEWER = {
  "swagger-ui.css": { folder: SWAGGER_UI, type: "text/css" },
  "swagger-ui-bundle.js": { folder: SWAGGER_UI, type: "text/javascript" },
  "openapi-viewer.js": { folder: import.meta.dirname, type: "text/javascript" },
  "openapi-viewer.css": { folder: import.meta.dirname, type: "text/css" },
};

/** For this page only: Swagger UI needs inline styles and builds HTML from strings. It loads our own files only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND.name} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCS_URL}/swagger-ui.css">
<link rel="stylesheet" href="${DOCS_URL}/openapi-viewer.css">
<script src="${DOCS_URL}/swagger-ui-bundle.js"></script>
<script src="${DOCS_URL}/openapi-viewer.js"></script>
</head>
<body>
<div id="viewer"><p><a href="${DOCUMENT_URL}">The API as OpenAPI</a></p></div>
</body>
</html>
`.text;

/**
 * Serves the contract as OpenAPI at `/api/openapi.json` and as Swagger UI at `/api/docs`. The document is rendered on the
 * first request, because it is half a megabyte and rarely requested.
 */
export function serveOpenApi(app: FastifyInstance, deps: Pick<Deps, "config">, contract: Contract): void {
  const print = once(() => JSON.stringify(toOpenApi(contract, deps.config.publicUrl), null, 2));
  app.get(DOCUMENT_URL, { config: { route: "openapi.document" } }, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(print()),
  );
  app.get(DOCS_URL, { config: { route: "openapi.page" } }, (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header("content-security-policy", POLICY)
      .type("text/html; charset=utf-8")
      .send(PAGE),
  );
  for (const [name, { folder, type }] of Object.entries(VIEWER)) {
    const read = once(() => gzipSync(readFileSync(path.join(folder, name))));
    app.get(`${DOCS_URL}/${name}`, { config: { route: "openapi.viewer" } }, (_request, reply) =>
      reply
        .header("cache-control", "public, max-age=3600")
        .header("content-encoding", "gzip")
        .type(`${type}; charset=utf-8`)
        .send(read()),
    );
  }
}

function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
