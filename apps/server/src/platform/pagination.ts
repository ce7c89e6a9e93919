import { CURSOR_MESSAGE, type CursorPagination, toPagination } from "@app/contract/http";
import { z } from "zod";
import { opaqueParam } from "./db/opaque-param.ts";
import type { Deps } from "./deps.ts";
import { fieldError } from "./errors.ts";

/** The sort keys of a row, as the database writes them: a value and an id. */
export type Position = readonly [string, string];

/** What a query reads: so many rows after a position, or after the first `offset` of all. */
export type PageRange = { limit: number; offset: number; after: Position | null };

export type PageQuery = { current_page: number; per_page: number; cursor?: string | undefined };

type List<Row> = {
  /** Names the list, its filters and its order: the cursor of one list is refused by every other. */
  name: string;
  /** Nobody pages beyond this row. */
  most: number;
  query: PageQuery;
  read: (range: PageRange) => Promise<Row[]>;
  /** How many rows there are; counting may stop at `most`. */
  count: () => Promise<number>;
};

/**
 * One page of a list, by cursor or by number. One row more than the page is read, so that no next page is promised
 * that is empty. The total is counted for the first page of a walk only: later pages carry it in the cursor.
 * @throws AppError `invalid_input` on the field `cursor`
 */
export async function readPage<Row extends { position: Position }>(
  { secrets }: Pick<Deps, "secrets">,
  { name, most, query, read, count }: List<Row>,
): Promise<{ rows: Row[]; pagination: CursorPagination }> {
  const purpose = `cursor ${name}`;
  const cursor = query.cursor === undefined ? null : readCursor(secrets, purpose, query.cursor);
  const page = { current_page: cursor?.page ?? query.current_page, per_page: query.per_page };
  const skipped = (page.current_page - 1) * page.per_page;
  const limit = Math.max(0, Math.min(page.per_page, most - skipped));
  const range = { limit: limit + 1, offset: cursor ? 0 : skipped, after: cursor?.after ?? null };

  const found = limit === 0 ? [] : await read(range);
  const rows = found.slice(0, limit);
  const isLast = found.length <= limit;
  const isCounted = isLast && limit > 0 && (rows.length > 0 || skipped === 0);
  const total = cursor?.total ?? (isCounted ? skipped + rows.length : await count());
  const last = rows.at(-1);
  const hasNext = !isLast && last !== undefined && skipped + limit < most;
  const next = hasNext ? { page: page.current_page + 1, total, after: last.position } : null;
  return {
    rows,
    pagination: {
      ...toPagination(page, Math.min(total, most)),
      next: next && secrets.encrypt(purpose, JSON.stringify(next)).toString("base64url"),
    },
  };
}

const cursorShape = z.object({ page: z.int(), total: z.int(), after: z.tuple([z.string(), z.string()]) });

/** Encrypted, because its keys can be personal, as when somebody followed a channel, and addresses are logged. */
function readCursor(secrets: Deps["secrets"], purpose: string, text: string): z.infer<typeof cursorShape> {
  try {
    return cursorShape.parse(JSON.parse(secrets.decrypt(purpose, Buffer.from(text, "base64url"))));
  } catch {
    throw fieldError("cursor", CURSOR_MESSAGE);
  }
}

/** @returns the rows of a page that is asked for by its number, for a query */
export function toSlice(page: { current_page: number; per_page: number }): { limit: number; offset: number } {
  return { limit: page.per_page, offset: (page.current_page - 1) * page.per_page };
}

/** The end of a named statement whose parameters of these numbers hold the slice. */
export function sliceSql(limit: number, offset: number): string {
  return `limit ${opaqueParam(limit, "bigint")} offset ${opaqueParam(offset, "bigint")}`;
}
