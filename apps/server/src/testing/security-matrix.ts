import { CONTENTS_LINES } from "./matrix-contents.ts";
import { EARNING_LINES } from "./matrix-earning.ts";
import { PEOPLE_LINES } from "./matrix-people.ts";
import type { MatrixLine } from "./matrix-words.ts";

/**
 * Who gets what, for every route of the contract: the status for each of `TARGETS`, a dash where there
 * is no such thing. A route without its line here fails the test.
 */
export const MATRIX: Record<string, MatrixLine> = { ...PEOPLE_LINES, ...EARNING_LINES, ...CONTENTS_LINES };

/** What the app answers besides the contract, each for a reason of its own. */
export const BESIDES_THE_CONTRACT = [
  "POST /api/v1/uploads",
  "HEAD /api/v1/uploads/:id",
  "PATCH /api/v1/uploads/:id",
  "DELETE /api/v1/uploads/:id",
  "POST /api/v1/webhooks/stripe",
  "GET /media/o/*",
  "GET /media/s/:expires/:signature/*",
  "GET /referral/:code",
  "GET /share/:kind/:name",
  "GET /robots.txt",
  "GET /sitemap.xml",
  "GET /sitemaps/:name",
  "GET /healthz",
  "GET /readyz",
  "GET /metrics",
  "GET /api/openapi.json",
  "GET /api/docs",
  "GET /api/plain-page.css",
  "GET /dev/mailbox",
  "GET /dev/mailbox.json",
];
