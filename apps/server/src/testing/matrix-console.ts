import { type MatrixLine, STAFF, STAFF_OF } from "./matrix-words.ts";

/** The staff console. */
export const CONSOLE_LINES: Record<string, MatrixLine> = {
  "console.desk": { of: null, ...STAFF },
  "reportQueue.list": { of: null, ...STAFF },
  // No id here is one of a case.
  "reportQueue.decide": {
    ...{ of: "channel", ...STAFF_OF, staff: "404 404 404 404" },
    body: () => ({ decision: "keep", reason: "" }),
  },
  "reportQueue.decideAppeal": {
    ...{ of: "channel", ...STAFF_OF, staff: "404 404 404 404" },
    body: () => ({ decision: "uphold", reason: "Looked again" }),
  },
  "audit.list": { of: null, ...STAFF },
};
