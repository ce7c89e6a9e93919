export const DOCUMENT_PAGES_MAX = 500;
/** A page is this many units wide and high, whatever its size. */
export const PAGE_UNITS = 10_000;
