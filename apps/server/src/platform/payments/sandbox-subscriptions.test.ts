import { describe, expect, test } from "vitest";
import { addMonths, nextAnniversary } from "./sandbox-subscriptions.ts";

describe("addMonths", () => {
  test.each([
    ["2026-01-15T10:00:00.000Z", 1, "2026-02-15T10:00:00.000Z"],
    ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
    ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
    ["2026-12-31T23:59:59.000Z", 2, "2027-02-28T23:59:59.000Z"],
  ])("%s plus %i months is %s", (from, months, to) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(to);
  });

  test("a short month does not shift later anniversaries", () => {
    const anchor = new Date("2026-01-31T10:00:00Z");
    const february = nextAnniversary(anchor, anchor);
    const march = nextAnniversary(anchor, february);
    expect([february, march].map((date) => date.toISOString().slice(0, 10))).toEqual(["2026-02-28", "2026-03-31"]);
  });
});
