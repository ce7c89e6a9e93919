import { describe, expect, test } from "vitest";
import { newRecoveryCode, normalizeCode } from "./recovery-codes.policy.ts";

describe("a new recovery code", () => {
  const codes = Array.from({ length: 2_000 }, newRecoveryCode);

  test("is two groups of five, without I, L, O and U", () => {
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  test("uses all 32 characters in every position, so that no code is easier to guess", () => {
    for (const at of [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]) expect(new Set(codes.map((code) => code[at])).size).toBe(32);
  });

  test("is normalized for comparison", () => {
    for (const code of codes.slice(0, 50)) expect(normalizeCode(code)).toBe(code.replace("-", ""));
  });
});

test.each([
  ["abcde-fgh23", "ABCDEFGH23"],
  [" ABCDE FGH23 ", "ABCDEFGH23"],
  ["oOiIl-L1010", "0011111010"],
])("%j is compared as %s", (typed, plain) => {
  expect(normalizeCode(typed)).toBe(plain);
});
