import { expect, test } from "vitest";
import { lastMonths } from "./months.policy.ts";

test.each([
  ["2026-03-15T12:00:00Z", "America/New_York", ["2026-01", "2026-02", "2026-03"]],
  ["2026-03-01T04:59:59Z", "America/New_York", ["2025-12", "2026-01", "2026-02"]],
  ["2026-03-01T05:00:00Z", "America/New_York", ["2026-01", "2026-02", "2026-03"]],
  ["2025-12-31T23:30:00Z", "Europe/Berlin", ["2025-11", "2025-12", "2026-01"]],
  ["2026-01-01T00:00:00Z", "UTC", ["2025-11", "2025-12", "2026-01"]],
  ["2026-12-31T23:59:59Z", "UTC", ["2026-10", "2026-11", "2026-12"]],
])("at %s in %s the last months are %j", (now, timeZone, months) => {
  expect(lastMonths(new Date(now), timeZone, 3)).toEqual(months);
});
