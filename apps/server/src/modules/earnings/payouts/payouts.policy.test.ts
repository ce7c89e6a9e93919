import { describe, expect, test } from "vitest";
import { findHurdles, nextBatchOn, type PayeeFacts } from "./payouts.policy.ts";

const PAYABLE: PayeeFacts = {
  availableCents: 2_500,
  method: "check",
  hasAddress: true,
  canReceiveByStripe: false,
  isGuardianNeeded: false,
  hasW9: false,
  exposureCents: 0,
  thresholdCents: 200_000,
};

describe("the hurdles before a payout", () => {
  test.each<[string, Partial<PayeeFacts>, string[]]>([
    ["nothing at $25.00", {}, []],
    ["a balance below $25.00", { availableCents: 2_499 }, ["minimum"]],
    ["no way to be paid", { method: null }, ["method"]],
    ["a check without an address", { hasAddress: false }, ["address"]],
    ["no address, for PayPal", { hasAddress: false, method: "paypal" }, []],
    ["an unfinished account at Stripe", { method: "stripe" }, ["stripe"]],
    ["a finished one", { method: "stripe", canReceiveByStripe: true }, []],
    ["a guardian who has not consented", { isGuardianNeeded: true }, ["guardian"]],
    ["a cent below the threshold", { exposureCents: 197_499 }, []],
    ["the threshold", { exposureCents: 197_500 }, ["w9"]],
    ["the threshold with a W-9", { exposureCents: 197_500, hasW9: true }, []],
    ["a year that is not entered", { thresholdCents: null }, ["tax_year"]],
    ["several things", { availableCents: 0, method: null, isGuardianNeeded: true }, ["minimum", "method", "guardian"]],
  ])("%s", (_what, facts, expected) => {
    expect(findHurdles({ ...PAYABLE, ...facts })).toEqual(expected);
  });
});

test.each([
  ["2026-11-24T17:00:00Z", "2026-12-01"],
  ["2026-12-01T17:00:00Z", "2027-01-01"],
  ["2028-02-29T17:00:00Z", "2028-03-01"],
  ["2026-12-01T03:00:00Z", "2026-12-01"],
])("in a month with a batch, at %s the next one is on %s", (now, next) => {
  expect(nextBatchOn(new Date(now), "America/New_York", true)).toBe(next);
});

test.each([
  ["2026-12-01T10:19:59Z", "2026-12-01", "America/New_York"],
  ["2026-12-01T10:20:00Z", "2026-12-02", "America/New_York"],
  ["2026-12-14T17:00:00Z", "2026-12-15", "America/New_York"],
  ["2026-12-31T17:00:00Z", "2027-01-01", "America/New_York"],
  ["2026-12-01T08:00:00Z", "2026-12-01", "Asia/Tokyo"],
  ["2026-12-14T17:00:00Z", "2026-12-16", "Pacific/Kiritimati"],
])("in a month without one, at %s the next is on %s in %s", (now, next, timeZone) => {
  expect(nextBatchOn(new Date(now), timeZone, false)).toBe(next);
});
