import { accountRoutes } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import type { Access, FilePart, Method, Route } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import {
  type JsonSchema,
  type Replies,
  type Schemas,
  toInlineSchema,
  toReplies,
  toSchemas,
  toSharedReplies,
} from "./openapi-schemas.ts";

export type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema };

export type Operation = {
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
export type RequestBody = {
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
  public: "Open to everybody.",
  member: "For people who are signed in.",
  earner: "For earners.",
  owner: "For whoever owns the thing; everybody else does not find it.",
  staff: "For staff with two-factor sign-in; everybody else does not find it.",
  admin: "For admins with two-factor sign-in; everybody else does not find it.",
};

/** @property shapes contract modules; an exported object schema is named after its export */
export type Contract = { routes: readonly Route[]; shapes: readonly Record<string, unknown>[] };

/** Renders the contract's routes as OpenAPI 3.1. */
export function toOpenApi({ routes, shapes }: Contract, publicUrl: string): OpenApiDocument {
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
