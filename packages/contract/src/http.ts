import { z } from "zod";

export const API_PREFIX = "/api/v1";
export const PER_PAGE_DEFAULT = 12;
export const PER_PAGE_MAX = 50;

/**
 * Who gets past the door of a route. What a caller may do with one particular thing is decided
 * behind the door, by the policy of its module; `owner` says that it will be.
 */
export type Access = "public" | "member" | "earner" | "owner" | "staff";

/**
 * What an address has few of: `tries` where a password or a code can be guessed at, or stolen card numbers can be
 * tried; `mails` where one call sends a mail to somebody, or makes a stranger an account; `changes` where somebody
 * without a session changes what is kept, in the middle of signing up. Each kind is counted for itself. What members
 * change is counted by member, whether it is named or not.
 */
export type Limit = "tries" | "mails" | "changes";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Shape = z.core.$ZodLooseShape;

/**
 * The one file of a multipart body. What it is, is decided by its bytes. One that is optional comes with
 * the fields of the body, lists as JSON text; without it they may be sent as JSON.
 */
export type FilePart = { field: string; maxBytes: number; types: readonly string[]; isOptional?: boolean };

export type Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Data extends z.ZodType = z.ZodType,
> = {
  /** Unique in the product, `feature.verb`; the operation's id in OpenAPI. */
  name: string;
  summary: string;
  method: Method;
  path: string;
  access: Access;
  limits: readonly Limit[];
  params: z.ZodObject<Params, z.core.$strict>;
  query: z.ZodObject<Query, z.core.$strict>;
  body: z.ZodObject<Body, z.core.$strict>;
  /** Not null: the body is multipart/form-data with this file, and nothing else unless it is optional. */
  file: FilePart | null;
  data: Data;
  /** The table a write lands in; the security matrix sends each of its columns and expects a 422. */
  writes: string | null;
};

type RouteSpec<Params extends Shape, Query extends Shape, Body extends Shape, Data extends z.ZodType> = {
  name: string;
  summary: string;
  method: Method;
  path: `/${string}`;
  access: Access;
  limits?: readonly Limit[];
  params?: Params;
  query?: Query;
  body?: Body;
  file?: FilePart;
  data: Data;
  writes?: string;
};

// biome-ignore lint/complexity/noBannedTypes: the shape of an object without fields
type NoFields = {};

/**
 * One definition a route. The server registers from it, the page calls through it, OpenAPI is
 * printed from it and tests speak it. Unknown fields are refused on every side of it.
 */
export function defineRoute<
  Data extends z.ZodType,
  Params extends Shape = NoFields,
  Query extends Shape = NoFields,
  Body extends Shape = NoFields,
>(spec: RouteSpec<Params, Query, Body, Data>): Route<Params, Query, Body, Data> {
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
    writes: spec.writes ?? null,
  };
}

/** A reply that did what was asked. `code` equals the HTTP status. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.int(), status: z.literal("success"), message: z.string(), data });
}

/** Of a cursor that is damaged, of another list, or too old to be read. */
export const CURSOR_MESSAGE = "This cursor does not belong to this list. Start again from the first page.";

/** Query fields of a list paged by number. Both spellings of the spec arrive here as these. */
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
 * Query fields of a list that also pages by cursor: `cursor` is the `next` of the page before, and wins over a page
 * number. Nothing that is added or deleted meanwhile makes a row appear twice or not at all, as it does by number.
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

/** For routes whose answer is the message alone. */
export const nothing = z.null();
