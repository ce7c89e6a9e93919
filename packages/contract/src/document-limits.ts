export const DOCUMENT_PAGES_MAX = 500;
/** Text that is kept to be searched and copied. */
export const DOCUMENT_TEXT_MAX_CHARS = 2_000_000;
/** A page is this many units wide and high, whatever its size. */
export const PAGE_UNITS = 10_000;
