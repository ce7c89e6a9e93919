import type { Pagination } from "@app/contract/http";

/** For lists that go on as one scrolls. @returns the number of the page after this one; nothing when it was the last */
export function nextPage({ pagination }: { pagination: Pagination }): number | undefined {
  const { current_page, last_page } = pagination;
  return current_page < last_page ? current_page + 1 : undefined;
}
