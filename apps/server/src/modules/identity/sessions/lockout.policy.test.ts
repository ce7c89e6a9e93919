import { expect, test } from "vitest";
import {
  ACCOUNT_ATTEMPTS_ALLOWED,
  ACCOUNT_WINDOW_MIN,
  ATTEMPTS_ALLOWED,
  ATTEMPTS_WINDOW_MIN,
  lockoutWaitS,
} from "./lockout.policy.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
/** How many seconds ago the newest attempt was; the others do not matter. */
const attempts = (count: number, agoS: number) =>
  Array.from({ length: count }, (_, at) => new Date(NOW.getTime() - (at === 0 ? agoS : 600) * 1000));

test.each([
  ["none", 0, 0, 0],
  ["four", 4, 0, 0],
  ["five", 5, 0, 30],
  ["six", 6, 0, 60],
  ["seven", 7, 0, 120],
  ["nine", 9, 0, 480],
  ["ten: the window's length and never longer", 10, 0, 900],
  ["a hundred", 100, 0, 900],
  ["five, ten seconds ago", 5, 10, 20],
  ["five, a moment less than the wait ago", 5, 29.9, 1],
  ["five, when the wait is over", 5, 30, 0],
  ["five, long ago", 5, 500, 0],
  ["a hundred, a moment less than the wait ago", 100, 899.5, 1],
])("after %s", (_, count, agoS, waitS) => {
  expect(lockoutWaitS(attempts(count, agoS), NOW)).toBe(waitS);
});

test("five attempts in 15 minutes per network, 30 a day per account", () => {
  expect([ATTEMPTS_ALLOWED, ATTEMPTS_WINDOW_MIN]).toEqual([5, 15]);
  expect([ACCOUNT_ATTEMPTS_ALLOWED, ACCOUNT_WINDOW_MIN]).toEqual([30, 1_440]);
});
