import { MESSAGES } from "@app/contract/errors";
import { API_PREFIX, envelope, type Route } from "@app/contract/http";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { createCoalescer } from "../coalesce.ts";
import { AppError, type FieldErrors } from "../errors.ts";
import { requireEarner, requireMember, type Viewer } from "../viewer.ts";
import { createFormReader, formMaxBytes, isForm, tooLarge } from "./form-parts.ts";

export type RequestContext<Params, Query, Body> = {
  viewer: Viewer;
  params: Params;
  query: Query;
  body: Body;
  /** The optional file of a form. */
  file: Buffer | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A reply whose message the person will read. Without it the message is 'OK'. */
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
   * Concurrent requests with the same parameters and query share one reply: of `everybody`, where the viewer makes no
   * difference, or of `visitors`, where all who are signed out see the same. For routes whose load shows the need.
   */
  coalesce?: "everybody" | "visitors";
  /**
   * For who may call a public route that takes more than a few fields, known by something other than a session.
   * Throws for anybody else, before their body is read.
   */
  admit?: (request: FastifyRequest) => Promise<unknown>;
};

type Fields<T> = T extends z.ZodType ? z.output<T> : never;

/**
 * Registers one route of the contract. The input is parsed before `handle` runs, unknown fields
 * are a 422, and the reply leaves through a serializer compiled from the contract: a field that
 * the contract does not name cannot leave. It is compiled with the first reply: all of them at
 * once weigh 4 MB.
 */
export function serve<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: (
    asked: RequestContext<Fields<R["params"]>, Fields<R["query"]>, Fields<R["body"]>>,
  ) => Promise<z.input<R["data"]> | Reply<z.input<R["data"]>>>,
  { coalesce, admit }: ServeOptions = {},
): void {
  let write: ((reply: Record<string, unknown>) => string) | undefined;
  const coalesceReplies = createCoalescer<string>();
  const readForm = route.file?.isOptional ? createFormReader(route, route.file) : null;
  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { route: route.name, limits: route.limits, ...toFormConfig(route) },
    // Before the body is read.
    onRequest: async (request) => {
      authorize(route, request.viewer);
      if (route.file === null && isForm(request))
        throw new AppError(
          "unsupported_media_type",
          "This kind of content is not accepted here. Send application/json.",
        );
    },
    // After what strangers may do in a minute was counted, and still before the body is read.
    preParsing: async (request) => {
      await admit?.(request);
    },
    handler: async (request, reply) => {
      const sent = readForm ? await readForm(request) : { fields: request.body ?? {}, file: null };
      const asked = {
        viewer: request.viewer,
        params: parse(route.params, request.params) as Fields<R["params"]>,
        query: parse(route.query, withOneSpelling(route, request.query)) as Fields<R["query"]>,
        body: parse(route.body, sent.fields) as Fields<R["body"]>,
        file: sent.file,
        request,
        reply,
      };
      const answer = async () => {
        const found = await handle(asked);
        const said = found instanceof Reply ? found : new Reply("OK", found);
        write ??= reply.compileSerializationSchema(toReplySchema(route));
        return write({ code: 200, status: "success", message: said.message, data: said.data });
      };
      const isShared = coalesce === "everybody" || (coalesce === "visitors" && request.viewer === null);
      const text = isShared
        ? await coalesceReplies(JSON.stringify([asked.params, asked.query]), answer)
        : await answer();
      if (!isForEverybody(request)) reply.header("cache-control", "private, no-store");
      return reply.type("application/json; charset=utf-8").send(text);
    },
  });
}

function toFormConfig({ file }: Route) {
  return file && { form: { maxBytes: formMaxBytes(file), tooLarge: () => tooLarge(file) } };
}

/** An answer to somebody in particular, known by a token or a cookie, or to a change, is kept by nobody in between. */
function isForEverybody(request: FastifyRequest): boolean {
  return request.method === "GET" && request.viewer === null && request.headers.cookie === undefined;
}

function authorize(route: Route, viewer: Viewer): void {
  if (route.access === "public") return;
  const member = requireMember(viewer);
  if (route.access === "earner") requireEarner(member);
  // Staff pages do not exist for anybody else.
  if (route.access === "staff" && !member.isStaff) throw new AppError("not_found", MESSAGES.notFound);
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, VALIDATION_OPTIONS);
  if (!parsed.success)
    throw new AppError("invalid_input", MESSAGES.invalidInput, { errors: toFieldErrors(parsed.error) });
  const unkept = fieldsWithNul(parsed.data)
    .slice(0, FIELDS_NAMED)
    .map((field) => [field, ["This field has a character that cannot be kept."]]);
  if (unkept.length > 0)
    throw new AppError("invalid_input", MESSAGES.invalidInput, { errors: Object.fromEntries(unkept) });
  return parsed.data;
}

/** Nobody reads more than these, and an answer is not longer than the question. */
const FIELDS_NAMED = 50;
const NAME_MAX_CHARS = 100;
const SENTENCES_A_FIELD = 10;

function toFieldErrors(error: z.ZodError): FieldErrors {
  // A field may be called `__proto__`.
  const errors = new Map<string, string[]>();
  for (const { field, message } of error.issues.flatMap(toFaults)) {
    const name = field.slice(0, NAME_MAX_CHARS);
    const sentences = errors.get(name) ?? [];
    if (sentences.length === 0 && errors.size === FIELDS_NAMED) break;
    if (sentences.length < SENTENCES_A_FIELD) errors.set(name, [...sentences, message]);
  }
  return Object.fromEntries(errors);
}

function toFaults(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code !== "unrecognized_keys") return [{ field: issue.path.join(".") || "body", message: issue.message }];
  return issue.keys
    .slice(0, FIELDS_NAMED)
    .map((key) => ({ field: [...issue.path, key].join("."), message: "This field is not known." }));
}

/** The spec writes `page` and `current_page`, `perPage` and `per_page`; each route knows one of them. */
function withOneSpelling(route: Route, query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  const known = route.query.shape;
  const renamed = Object.entries(query).map(([key, value]) => {
    const twin = Object.hasOwn(SPELLINGS, key) ? SPELLINGS[key] : undefined;
    return [Object.hasOwn(known, key) || twin === undefined || !Object.hasOwn(known, twin) ? key : twin, value];
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
    // The serializer only writes; formats and patterns were the schema's business on the way in.
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      delete jsonSchema.format;
    },
  });
  return schema;
}

/**
 * PostgreSQL keeps every character but U+0000, so a value with one in it is nothing that could be kept or found.
 * @returns the fields, by their paths, that have it
 */
function fieldsWithNul(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") return value.includes("\0") ? [path.join(".")] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => fieldsWithNul(inner, [...path, name]));
}
