import { expect, test } from "vitest";
import { newReferralCode, toReferralCode } from "./referral-code.policy.ts";

test("a new code has eight characters, without vowels and look-alikes, and is read back", () => {
  const codes = Array.from({ length: 1_000 }, newReferralCode);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9BCDFGHJKMNPQRSTWXYZ]{8}$/);
    expect(toReferralCode(code)).toBe(code);
  }
  expect(new Set(codes.join("")).size).toBe(27);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each([
  ["bcdf-2345", "BCDF2345"],
  [" BCDF 2345 ", "BCDF2345"],
  ["BCDF234", null],
  ["BCDFGHJKMNPQRSTW", "BCDFGHJKMNPQRSTW"],
  ["BCDFGHJKMNPQRSTWX", null],
  ["BCDF2340", null],
  ["BCDF234!", null],
  ["!BCDF2345", null],
  ["BCDF2345!", null],
  ["", null],
])("%j is read as %s", (typed, code) => {
  expect(toReferralCode(typed)).toBe(code);
});
