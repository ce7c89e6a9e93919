import { type MatrixLine, STAFF } from "./matrix-words.ts";

/** The staff console. */
export const CONSOLE_LINES: Record<string, MatrixLine> = {
  "console.desk": { of: null, ...STAFF },
  "audit.list": { of: null, ...STAFF },
};
