import { expect, test } from "vitest";
import { isSummarized, retryAfterMs } from "./web-push.policy.ts";

test("a busy push service is retried when it says or after doubling waits, with six attempts in all", () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => retryAfterMs(attempts, null))).toEqual([
    30_000,
    60_000,
    120_000,
    240_000,
    480_000,
    null,
  ]);
  expect([retryAfterMs(1, 7), retryAfterMs(5, 0), retryAfterMs(6, 7)]).toEqual([7_000, 0, null]);
});

test("up to three messages come one by one, more as a summary", () => {
  expect([1, 3, 4, 40].map(isSummarized)).toEqual([false, false, true, true]);
});
