/** What a coach is told of a page that does not open, or no more. */
export const CLOSED_TITLE = "This recruiting page is not open";
export const CLOSED_WORDS =
  "The athlete may have switched it off, or given it a new address. Ask them for the one that counts.";
