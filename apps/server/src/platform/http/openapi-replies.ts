import { MESSAGES, refusal } from "@app/contract/errors";
import type { Route } from "@app/contract/http";
import type { JsonSchema, Schemas } from "./openapi-schemas.ts";

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

/** The refusals, each written once and referred to. */
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

type Ref = { $ref: string };

type DataReply = { description: string; headers: object; content: { "application/json": { schema: JsonSchema } } };

export type Replies = { 200: DataReply; [code: number]: Ref | DataReply; default: Ref };

const refTo = (name: string): Ref => ({ $ref: `#/components/responses/${name}` });

/** What a route answers, in the order of the codes. */
export function toReplies(route: Route, schemas: Schemas): Replies {
  const isForbidding = route.access !== "public" || route.method !== "GET";
  const isMissing = route.access === "staff" || Object.keys(route.params.shape).length > 0;
  return {
    200: {
      description: "Done.",
      headers: REQUEST_ID,
      content: { "application/json": { schema: toEnvelope(schemas.refTo(route.data)) } },
    },
    // On a public route too: a token that is sent must be a good one.
    401: refTo("NotSignedIn"),
    ...(isForbidding ? { 403: refTo("NotAllowed") } : {}),
    ...(isMissing ? { 404: refTo("NotFound") } : {}),
    422: refTo("InvalidInput"),
    429: refTo("TooManyRequests"),
    default: refTo("Refused"),
  };
}

/** The reply around the data; `code` equals the HTTP status. */
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
