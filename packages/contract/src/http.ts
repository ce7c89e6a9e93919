import { z } from "zod";
import type { ChannelPermission } from "./channel-roles.ts";
import { ERROR_STATUS, type ErrorKind } from "./errors.ts";

export const PER_PAGE_DEFAULT = 12;
export const PER_PAGE_MAX = 50;

/**
 * Who may call a route. The policy of its module decides about a particular resource; `owner` announces that it will.
 * `editor` are earners, and staff, who may edit what others published.
 * `staff` are moderators and admins; money, roles, plans and settings are for `admin` alone. Both need two-factor
 * sign-in, and their routes are 404 to everybody else.
 */
export type Access = "public" | "member" | "earner" | "editor" | "owner" | "staff" | "admin";

/**
 * Stricter rate limits per IP address, each counted separately: `attempts` for guessing passwords, codes or card numbers;
 * `mails` for calls that send an email or create an account; `changes` for writes without a session, during sign-up.
 * Writes of members are always limited per member.
 */
export type Limit = "attempts" | "mails" | "changes";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Shape = z.core.$ZodLooseShape;

/**
 * The only file of a multipart body; its type is detected from its bytes. With an optional file, the body's fields are sent
 * in the same form, lists as JSON text; without the file, they may be sent as JSON.
 */
export type FilePart = { field: string; maxBytes: number; types: readonly string[]; isOptional?: boolean };

export type Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Data extends z.ZodType = z.ZodType,
  Verb extends Method = Method,
  Path extends string = string,
> = {
  /** Unique, `feature.verb`; the operation id in OpenAPI. */
  name: string;
  summary: string;
  method: Verb;
  path: Path;
  access: Access;
  limits: readonly Limit[];
  params: z.ZodObject<Params, z.core.$strict>;
  query: z.ZodObject<Query, z.core.$strict>;
  body: z.ZodObject<Body, z.core.$strict>;
  /** If set, the body is multipart/form-data with this file, and with fields only if the file is optional. */
  file: FilePart | null;
  data: Data;
  /** What a member of a team must be allowed to do to call it for the team's channel; null: it is for the caller's own only. */
  permission: ChannelPermission | null;
  /** The table it writes to; a test sends each of its columns and expects a 422. */
  writes: string | null;
};

type RouteSpec<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Data extends z.ZodType,
  Verb extends Method,
  Path extends `/${string}`,
> = {
  name: string;
  summary: string;
  method: Verb;
  path: Path;
  access: Access;
  limits?: readonly Limit[];
  params?: Params;
  query?: Query;
  body?: Body;
  file?: FilePart;
  data: Data;
  permission?: ChannelPermission;
  writes?: string;
};

// biome-ignore lint/complexity/noBannedTypes: the shape of an object without fields
type NoFields = {};

/**
 * Defines a route once, for the server, the page, OpenAPI and the tests. Unknown fields are refused everywhere.
 */
export function defineRoute<
  Data extends z.ZodType,
  Verb extends Method,
  Path extends `/${string}`,
  Params extends Shape = NoFields,
  Query extends Shape = NoFields,
  Body extends Shape = NoFields,
>(spec: RouteSpec<Params, Query, Body, Data, Verb, Path>): Route<Params, Query, Body, Data, Verb, Path> {
  return {
    name: spec.name,
    summary: spec.summary,
    method: spec.method,
    path: spec.path,
    access: spec.access,
    limits: spec.limits ?? [],
    params: z.strictObject(spec.params ?? ({} as Params)),
    query: z.strictObject(spec.query ?? ({} as Query)),
    body: z.strictObject(spec.body ?? ({} as Body)),
    file: spec.file ?? null,
    data: spec.data,
    permission: spec.permission ?? null,
    writes: spec.writes ?? null,
  };
}

/** A successful reply. `code` equals the HTTP status. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.int(), status: z.literal("success"), message: z.string(), data });
}

/** An error reply. `errors` maps fields to messages. */
export const refusal = z.object({
  code: z.int(),
  status: z.literal("error"),
  kind: z.enum(Object.keys(ERROR_STATUS) as [ErrorKind, ...ErrorKind[]]).catch("internal"),
  message: z.string(),
  data: z.null(),
  errors: z.record(z.string(), z.array(z.string())).default({}),
  /** With 402 on a profile: the draft that the server keeps until the plan is paid for. */
  draft_id: z.uuid().optional(),
  /** With 403 `suspended`: opens the page where the person can appeal. */
  appeal_token: z.string().optional(),
  /** For support: identifies the request's log line. */
  request_id: z.string().default(""),
});
export type Refusal = z.infer<typeof refusal>;

/** For a cursor that is damaged, from another list, or too old. */
export const CURSOR_MESSAGE = "This cursor does not belong to this list. Start again from the first page.";

/** Query fields of a list paged by number. The server maps the other spellings to these. */
export const pageQuery = {
  current_page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(PER_PAGE_DEFAULT),
};

export const pagination = z.object({
  current_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  last_page: z.int(),
});
export type Pagination = z.infer<typeof pagination>;

/** @returns the page counts for `total` rows; the last page of an empty list is 1. */
export function toPagination(page: { current_page: number; per_page: number }, total: number): Pagination {
  return { ...page, total, last_page: Math.max(1, Math.ceil(total / page.per_page)) };
}

/**
 * Query fields of a list that also pages by cursor: `cursor` is the previous page's `next`, and overrides a page number.
 * Unlike with page numbers, concurrent inserts and deletes never duplicate or skip a row.
 */
export const cursorQuery = {
  ...pageQuery,
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,500}$/, CURSOR_MESSAGE)
    .optional(),
};

/** `next` is null on the last page. */
export const cursorPagination = pagination.extend({ next: z.string().nullable() });
export type CursorPagination = z.infer<typeof cursorPagination>;

/** For routes that reply with a message only. */
export const nothing = z.null();
