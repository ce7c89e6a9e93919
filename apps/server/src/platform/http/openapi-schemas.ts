import { MESSAGES } from "@app/contract/errors";
import type { Route } from "@app/contract/http";
import { refusal } from "@app/contract/http";
import { z } from "zod";

const REQUEST_ID = {
  "X-Request-Id": {
    description: "Quote this to support: the same id is on the log line of the request.",
    schema: { type: "string", format: "uuid" },
  },
};

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait before another try.", schema: { type: "integer", minimum: 0 } },
};

const CHALLENGE = { "WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } } };

type Ref = { $ref: string };

type DataReply = { description: string; headers: object; content: { "application/json": { schema: JsonSchema } } };

export type Replies = { 200: DataReply; [code: number]: Ref | DataReply; default: Ref };

const refTo = (name: string): Ref => ({ $ref: `#/components/responses/${name}` });

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export type Schemas = {
  /** For `components.schemas`. */
  components: Record<string, JsonSchema>;
  /** A reference to a body or to reply data; null if it has no fields. */
  refTo(schema: z.ZodType): JsonSchema | null;
};

/**
 * Collects every input and output schema of the routes once, by name.
 * @param named modules; an object schema that one exports is named after its export
 */
export function toSchemas(routes: readonly Route[], named: readonly Record<string, unknown>[]): Schemas {
  const names = new Map<z.ZodType, string>();
  const bodies = z.registry<{ id: string }>();
  const replies = z.registry<{ id: string }>();
  function add(registry: typeof bodies, schema: z.ZodType, name: string): void {
    if (names.has(schema)) return;
    names.set(schema, name);
    registry.add(schema, { id: name });
  }
  for (const module of named)
    for (const [name, value] of Object.entries(module))
      if (value instanceof z.ZodObject) add(replies, value, name[0]?.toUpperCase() + name.slice(1));
  for (const route of routes) {
    if (Object.keys(route.body.shape).length > 0) add(bodies, route.body, `${route.name}.body`);
    add(replies, route.data, `${route.name}.data`);
  }
  return {
    components: { ...print(replies, "output"), ...print(bodies, "input") },
    refTo(schema) {
      const name = names.get(schema);
      return name === undefined ? null : { $ref: toRef(name) };
    },
  };
}

/** Renders a single value such as a parameter, as it is after parsing, with its default. */
export function toInlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...printed } = z.toJSONSchema(schema, {
    io: "output",
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return printed;
}

function toRef(name: string): string {
  return `#/components/schemas/${name}`;
}

function print(
  registry: ReturnType<typeof z.registry<{ id: string }>>,
  io: "input" | "output",
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: toRef,
    unrepresentable: "any",
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

/** Removes noise: the bounds of safe integers, and patterns that a format implies. */
function tidy(schema: JsonSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** The error replies, defined once and referenced. */
export function toSharedReplies(schemas: Schemas): Record<string, unknown> {
  const refuse = (description: string, headers: Record<string, unknown> = {}) => ({
    description,
    headers: { ...REQUEST_ID, ...headers },
    content: { "application/json": { schema: schemas.refTo(refusal) } },
  });
  return {
    NotSignedIn: refuse(`${MESSAGES.notSignedIn} The token is missing, expired or revoked.`, CHALLENGE),
    NotAllowed: refuse(MESSAGES.notAllowed),
    NotFound: refuse("There is no such thing, or not for this caller."),
    InvalidInput: refuse("A field is missing, wrong or unknown: `errors` maps each to what is wrong with it."),
    TooManyRequests: refuse("Too many requests. Wait as long as `Retry-After` says.", RETRY_AFTER),
    Refused: refuse(
      "Any other refusal: a body that cannot be read (400, 413, 415) or a fault of the server (500, 503).",
    ),
  };
}

/** A route's replies, ordered by status code. */
export function toReplies(route: Route, schemas: Schemas): Replies {
  const isForbidding = route.access !== "public" || route.method !== "GET";
  const isMissing = route.access === "staff" || Object.keys(route.params.shape).length > 0;
  return {
    200: {
      description: "Done.",
      headers: REQUEST_ID,
      content: { "application/json": { schema: toEnvelope(schemas.refTo(route.data)) } },
    },
    // On public routes too: an invalid token is refused.
    401: refTo("NotSignedIn"),
    ...(isForbidding ? { 403: refTo("NotAllowed") } : {}),
    ...(isMissing ? { 404: refTo("NotFound") } : {}),
    422: refTo("InvalidInput"),
    429: refTo("TooManyRequests"),
    default: refTo("Refused"),
  };
}

/** Wraps reply data; `code` equals the HTTP status. */
function toEnvelope(data: JsonSchema | null): JsonSchema {
  return {
    type: "object",
    properties: {
      code: { type: "integer", const: 200 },
      status: { type: "string", const: "success" },
      message: { type: "string" },
      data: data ?? { type: "null" },
    },
    required: ["code", "status", "message", "data"],
  };
}
