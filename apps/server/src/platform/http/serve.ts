import { CHANNEL_HEADER } from "@app/contract/channel-roles";
import { MESSAGES } from "@app/contract/errors";
import { envelope, type Route } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { createCoalescer } from "../coalesce.ts";
import { AppError, type FieldErrors } from "../errors.ts";
import { requireActingFor, requireEarner, requireEditor, requireMember, requireStaff, type Viewer } from "../viewer.ts";
import { createFormReader, formMaxBytes, isForm, tooLarge } from "./form-parts.ts";
import { lastWriteOf } from "./replica-reads.ts";

export type RequestContext<Params, Query, Body> = {
  viewer: Viewer;
  params: Params;
  query: Query;
  body: Body;
  /** A form's optional file. */
  file: Buffer | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A reply with a message for the user instead of 'OK'. */
export class Reply<T> {
  readonly message: string;
  readonly data: T;
  constructor(message: string, data: T) {
    this.message = message;
    this.data = data;
  }
}

export type ServeOptions = {
  /**
   * Concurrent requests with the same parameters and query share one reply: all of them (`everybody`), or those of
   * signed-out viewers (`visitors`). Only for routes whose measured load needs it.
   */
  coalesce?: "everybody" | "visitors";
  /**
   * Authorizes a public route with a large body by something other than a session. Throws to refuse, before the body is
   * read.
   */
  admit?: (request: FastifyRequest) => Promise<unknown>;
};

type Fields<T> = T extends z.ZodType ? z.output<T> : never;

/**
 * Registers a route of the contract. Input is parsed before `handle` runs, and unknown fields are a 422. A serializer
 * compiled from the contract writes the reply, so fields that are not in the contract cannot leak. It is compiled on the
 * first reply, because all serializers together take 4 MB.
 */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (
    context: RequestContext<Fields<R["params"]>, Fields<R["query"]>, Fields<R["body"]>>,
  ) => Promise<z.input<R["data"]> | Reply<z.input<R["data"]>>>,
  { coalesce, admit }: ServeOptions = {},
): void {
  let serialize: ((reply: Record<string, unknown>) => string) | undefined;
  const coalesceReplies = createCoalescer<string>();
  const readForm = route.file?.isOptional ? createFormReader(route, route.file) : null;
  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { route: route.name, limits: route.limits, ...toFormConfig(route) },
    // Authorize before the body is read.
    onRequest: async (request) => {
      authorize(route, viewerOf(route, request));
      if (route.file === null && isForm(request))
        throw new AppError(
          "unsupported_media_type",
          "This kind of content is not accepted here. Send application/json.",
        );
    },
    // After the rate limits, and still before the body is read.
    preParsing: async (request) => {
      await admit?.(request);
    },
    handler: async (request, reply) => {
      const form = readForm ? await readForm(request) : { fields: request.body ?? {}, file: null };
      const context = {
        viewer: viewerOf(route, request),
        params: parse(route.params, request.params) as Fields<R["params"]>,
        query: parse(route.query, withOneSpelling(route, request.query)) as Fields<R["query"]>,
        body: parse(route.body, form.fields) as Fields<R["body"]>,
        file: form.file,
        request,
        reply,
      };
      const respond = async () => {
        const result = await handle(context);
        const { message, data } = result instanceof Reply ? result : new Reply("OK", result);
        serialize ??= reply.compileSerializationSchema(toReplySchema(route));
        return serialize({ code: 200, status: "success", message, data });
      };
      const isCoalesced = coalesce !== undefined && isShared(coalesce, request);
      const text = isCoalesced
        ? await coalesceReplies(JSON.stringify([context.params, context.query]), respond)
        : await respond();
      if (!isCacheable(request)) reply.header("cache-control", "private, no-store");
      return reply.type("application/json; charset=utf-8").send(text);
    },
  });
}

/**
 * Lists leave out people for members with blocks, who therefore get replies of their own. So do members who wrote
 * something a moment ago, which the replica that serves the others may lack.
 */
function isShared(coalesce: "everybody" | "visitors", request: FastifyRequest): boolean {
  const { viewer } = request;
  return viewer === null || (coalesce === "everybody" && !viewer.hasBlocks && lastWriteOf(request) === null);
}

function toFormConfig({ file }: Route) {
  return file && { form: { maxBytes: formMaxBytes(file), tooLarge: () => tooLarge(file) } };
}

/** Personal or mutating responses are `no-store`. */
function isCacheable(request: FastifyRequest): boolean {
  return request.method === "GET" && request.viewer === null && request.headers.cookie === undefined;
}

/**
 * For a request for a team's channel, the member with their role in it.
 * @throws AppError `not_found` they have no role there, or one that may not do this
 */
function viewerOf(route: Route, { viewer, headers }: Pick<FastifyRequest, "viewer" | "headers">): Viewer {
  return route.permission === null ? viewer : requireActingFor(viewer, headers[CHANNEL_HEADER], route.permission);
}

function authorize(route: Route, viewer: Viewer): void {
  if (route.access === "public") return;
  if (route.access === "staff" || route.access === "admin") requireStaff(viewer, route.access);
  else if (route.access === "earner") requireEarner(viewer);
  else if (route.access === "editor") requireEditor(viewer);
  else requireMember(viewer);
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, VALIDATION_OPTIONS);
  if (!parsed.success)
    throw new AppError("invalid_input", MESSAGES.invalidInput, { errors: toFieldErrors(parsed.error) });
  const withNul = fieldsWithNul(parsed.data)
    .slice(0, ERROR_FIELDS_MAX)
    .map((field) => [field, ["This field has a character that cannot be kept."]]);
  if (withNul.length > 0)
    throw new AppError("invalid_input", MESSAGES.invalidInput, { errors: Object.fromEntries(withNul) });
  return parsed.data;
}

/** Bounds the error reply, so that a malicious request cannot make it huge. */
const ERROR_FIELDS_MAX = 50;
const NAME_MAX_CHARS = 100;
const MESSAGES_PER_FIELD_MAX = 10;

function toFieldErrors(error: z.ZodError): FieldErrors {
  // A Map, because a field may be named `__proto__`.
  const errors = new Map<string, string[]>();
  for (const { field, message } of error.issues.flatMap(toFaults)) {
    const name = field.slice(0, NAME_MAX_CHARS);
    const messages = errors.get(name) ?? [];
    if (messages.length === 0 && errors.size === ERROR_FIELDS_MAX) break;
    if (messages.length < MESSAGES_PER_FIELD_MAX) errors.set(name, [...messages, message]);
  }
  return Object.fromEntries(errors);
}

function toFaults(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code !== "unrecognized_keys") return [{ field: issue.path.join(".") || "body", message: issue.message }];
  return issue.keys
    .slice(0, ERROR_FIELDS_MAX)
    .map((key) => ({ field: [...issue.path, key].join("."), message: "This field is not known." }));
}

/** Clients may use either spelling of a page parameter; each route's schema has one of them. */
function withOneSpelling(route: Route, query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  const known = route.query.shape;
  const renamed = Object.entries(query).map(([key, value]) => {
    const alias = Object.hasOwn(SPELLINGS, key) ? SPELLINGS[key] : undefined;
    return [Object.hasOwn(known, key) || alias === undefined || !Object.hasOwn(known, alias) ? key : alias, value];
  });
  return Object.fromEntries(renamed);
}

const SPELLINGS: Record<string, string> = {
  page: "current_page",
  current_page: "page",
  perPage: "per_page",
  per_page: "perPage",
  currentPage: "current_page",
};

function toReplySchema(route: Route): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(envelope(route.data), {
    io: "output",
    unrepresentable: "any",
    // The serializer knows no newer one: there, a tuple may have no elements.
    target: "draft-7",
    // The serializer does not validate.
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      delete jsonSchema.format;
    },
  });
  return schema;
}

/**
 * PostgreSQL cannot store U+0000 in text.
 * @returns the paths of the fields that contain it
 */
function fieldsWithNul(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return value.includes("\0") ? [path.join(".")] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => fieldsWithNul(inner, [...path, name]));
}
