import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { accountRoutes } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import type { Access, FilePart, Method, Route } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { html } from "../html.ts";
import {
  type JsonSchema,
  type Replies,
  type Schemas,
  toInlineSchema,
  toReplies,
  toSchemas,
  toSharedReplies,
} from "./openapi-schemas.ts";

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

type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema };

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  "x-access": Access;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Replies;
};

type Content = { schema: JsonSchema };
type RequestBody = {
  required: boolean;
  content: { "application/json"?: Content; "multipart/form-data"?: Content };
};

export type OpenApiDocument = {
  openapi: "3.1.1";
  info: { title: string; version: string; description: string; contact: { name: string; email: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Partial<Record<Lowercase<Method>, Operation>>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, unknown>; securitySchemes: object };
};

const DESCRIPTION = `Every answer is JSON in one envelope: \`{ code, status, message, data }\`, \`code\` equal to the HTTP status. \
A refusal has \`status: "error"\` and adds \`kind\`, \`errors\` (field to list of messages) and \`request_id\`. \
Keys are snake_case, times are ISO 8601 in UTC. Unknown fields are refused. \
Lists that are paged by number take \`page\` or \`current_page\`, \`perPage\` or \`per_page\`. \
Where \`pagination\` has a \`next\`, send it as \`cursor\` for the page that follows. \
Files are sent by the tus protocol, version 1.0, at \`${API_PREFIX}/uploads\`.`;

const WHO: Record<Access, string> = {
  public: "Open to everyone.",
  member: "For people who are signed in.",
  earner: "For earners.",
  editor: "For earners and for staff.",
  owner: "For whoever owns the thing; everyone else does not find it.",
  staff: "For staff with two-factor sign-in; everyone else does not find it.",
  admin: "For admins with two-factor sign-in; everyone else does not find it.",
};

/** @property shapes contract modules; an exported object schema is named after its export */
type Contract = { routes: readonly Route[]; shapes: readonly Record<string, unknown>[] };

/** Renders the contract's routes as OpenAPI 3.1. */
function toOpenApi({ routes, shapes }: Contract, publicUrl: string): OpenApiDocument {
  const schemas = toSchemas(routes, shapes);
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    const path = API_PREFIX + route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, schemas) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: `${BRAND.name} API`,
      version: "1",
      description: DESCRIPTION,
      contact: { name: BRAND.name, email: BRAND.supportEmail },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map(toTag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      responses: toSharedReplies(schemas),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SECURITY_SCHEMES = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    description: "The `access_token` that signing in answers with; 15 minutes.",
  },
  refreshCookie: {
    type: "apiKey",
    in: "cookie",
    name: `__Host-${BRAND.slug}_refresh`,
    description: "Set by signing in, out of reach of scripts; 30 days, used once.",
  },
};

function toTag(route: Route): string {
  return route.name.split(".")[0] ?? route.name;
}

function toOperation(route: Route, schemas: Schemas): Operation {
  const requestBody = toRequestBody(route, schemas);
  return {
    operationId: route.name,
    tags: [toTag(route)],
    summary: route.summary,
    description: WHO[route.access],
    "x-access": route.access,
    security: toSecurity(route),
    parameters: [...toParameters("path", route.params.shape), ...toParameters("query", route.query.shape)],
    ...(requestBody && { requestBody }),
    responses: toReplies(route, schemas),
  };
}

/** JSON, a form for a route with a file, or either if the file is optional. */
function toRequestBody(route: Route, schemas: Schemas): RequestBody | null {
  const body = schemas.refTo(route.body);
  const form = route.file && { schema: toFormSchema(route.file, body) };
  if (!body && !form) return null;
  return {
    required: form !== null || !isOptional(route.body, {}),
    content: {
      ...(body && { "application/json": { schema: body } }),
      ...(form && { "multipart/form-data": form }),
    },
  };
}

function toFormSchema(part: FilePart, body: JsonSchema | null): JsonSchema {
  const file: JsonSchema = {
    type: "object",
    properties: {
      [part.field]: {
        type: "string",
        format: "binary",
        description: `At most ${part.maxBytes} bytes; ${part.types.join(", ")}.`,
      },
    },
    ...(part.isOptional ? {} : { required: [part.field] }),
  };
  return body ? { allOf: [body, file], description: "Lists and numbers as JSON text; an empty part is null." } : file;
}

function toSecurity(route: Route): Operation["security"] {
  if (route.name === accountRoutes.refresh.name) return [{ refreshCookie: [] }];
  return route.access === "public" ? [{}, { accessToken: [] }] : [{ accessToken: [] }];
}

function toParameters(location: Parameter["in"], shape: Route["query"]["shape"]): Parameter[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: location,
    required: location === "path" || !isOptional(field, undefined),
    schema: toInlineSchema(field),
  }));
}

/** @param missing the value that a missing input is parsed as */
function isOptional(schema: Route["data"], missing: unknown): boolean {
  return schema.safeParse(missing).success;
}
