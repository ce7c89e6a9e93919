import type { CursorPagination } from "@app/contract/http";

/** Lists that grow as one scrolls follow the cursor of their last page; the first page has none. */
export const FIRST_PAGE: string | undefined = undefined;

/** @returns the cursor of the page after this one; nothing when it was the last */
export function nextPage({ pagination }: { pagination: CursorPagination }): string | undefined {
  return pagination.next ?? undefined;
}
