import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { newRecoveryCode, newSecret, normalizeCode, timeStepOf, toOtpauthUrl } from "./two-factor.policy.ts";

/** The secret of RFC 6238, and the last six digits of its test codes for SHA-1. */
const RFC_SECRET = Secret.fromLatin1("12345678901234567890").base32;
const codeAt = (atS: number) =>
  new TOTP({ secret: Secret.fromBase32(RFC_SECRET), algorithm: "SHA1", digits: 6, period: 30 }).generate({
    timestamp: atS * 1000,
  });

test.each([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_234_567_890, "005924", 41_152_263],
])("at second %d of RFC 6238 the code is %s", (atS, code, step) => {
  expect(timeStepOf(RFC_SECRET, code, new Date(atS * 1000))).toBe(step);
});

describe("a phone's clock may be off by a step", () => {
  const atS = 1_111_111_109;
  test.each([
    [-2, null],
    [-1, 37_037_035],
    [0, 37_037_036],
    [1, 37_037_037],
    [2, null],
  ])("by %d", (steps, step) => {
    expect(timeStepOf(RFC_SECRET, codeAt(atS + 30 * steps), new Date(atS * 1000))).toBe(step);
  });

  test("a step begins with its first second", () => {
    expect(timeStepOf(RFC_SECRET, codeAt(60), new Date(60_000))).toBe(2);
    expect(timeStepOf(RFC_SECRET, codeAt(60), new Date(89_999))).toBe(2);
  });
});

test("a new secret has 160 bits, and no two are alike", () => {
  const secrets = [newSecret(), newSecret()];
  for (const secret of secrets) expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect(secrets[0]).not.toBe(secrets[1]);
});

test("the otpauth URL has only parameters that every app knows", () => {
  expect(toOtpauthUrl(RFC_SECRET, "maya")).toBe(
    `otpauth://totp/Fieldhouse:maya?issuer=Fieldhouse&secret=${RFC_SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});

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
