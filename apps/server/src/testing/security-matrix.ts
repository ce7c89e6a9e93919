import { COMMENT_LINES } from "./matrix-comments.ts";
import { CONSOLE_LINES } from "./matrix-console.ts";
import { CONTENTS_LINES } from "./matrix-contents.ts";
import { EARNING_LINES } from "./matrix-earning.ts";
import { FILM_NOTE_LINES } from "./matrix-film-notes.ts";
import { MEDIA_LINES } from "./matrix-media.ts";
import { MONEY_LINES } from "./matrix-money.ts";
import { PEOPLE_LINES } from "./matrix-people.ts";
import type { MatrixLine } from "./matrix-words.ts";

/**
 * The status of every route of the contract for each role and each of `TARGETS`; a dash where the combination does not
 * exist. A route without a line fails the test.
 */
export const MATRIX: Record<string, MatrixLine> = {
  ...PEOPLE_LINES,
  ...EARNING_LINES,
  ...MONEY_LINES,
  ...CONTENTS_LINES,
  ...MEDIA_LINES,
  ...FILM_NOTE_LINES,
  ...COMMENT_LINES,
  ...CONSOLE_LINES,
};

/** Routes outside the contract. */
export const BESIDES_THE_CONTRACT = [
  "POST /api/v1/uploads",
  "HEAD /api/v1/uploads/:id",
  "PATCH /api/v1/uploads/:id",
  "DELETE /api/v1/uploads/:id",
  "POST /api/v1/webhooks/stripe",
  "POST /unsubscribe/:token",
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
  "GET /api/docs/openapi-viewer.css",
  "GET /api/docs/openapi-viewer.js",
  "GET /api/docs/swagger-ui-bundle.js",
  "GET /api/docs/swagger-ui.css",
  "GET /api/plain-page.css",
  "GET /dev/mailbox",
  "GET /dev/mailbox.json",
];
