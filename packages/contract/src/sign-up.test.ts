import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  dateOfBirth,
  device,
  linkToken,
  newPassword,
  PASSWORD_RULES,
  phone,
  replacementPasswords,
  SIGN_UP_MESSAGES,
  signUpFields,
  toE164,
} from "./sign-up.ts";
import { VALIDATION_OPTIONS } from "./validation.ts";

const PASSWORD = "Correct-Horse-1";
const GOOD = {
  username: "maya",
  email: "maya@people.test",
  date_of_birth: "2000-02-29",
  phone: null,
  password: PASSWORD,
  gender: "Other",
  user_type: "General User",
  referral_code: null,
};
const form = z.strictObject(signUpFields);

function faultsOf(change: Record<string, unknown>): string[] {
  const { error } = form.safeParse({ ...GOOD, ...change }, VALIDATION_OPTIONS);
  return error?.issues.map(({ message }) => message) ?? [];
}

describe("a password", () => {
  const [short, digit, lower, upper, sign] = PASSWORD_RULES.map(({ message }) => message);
  test.each([
    ["Abcde-1", [short]],
    ["Abcdef-1", []],
    ["Abcdefg-", [digit]],
    ["ABCDEF-1", [lower]],
    ["abcdef-1", [upper]],
    ["Abcdefg1", [sign]],
    ["Abcdef 1", [sign]],
    ["Äbcdef 1", [upper]],
    ["", ["Password is a required field"]],
    ["a", [short, digit, upper, sign]],
    ["abc", [short, digit, upper, sign]],
    [`${PASSWORD}${"x".repeat(185)}`, []],
    [`${PASSWORD}${"x".repeat(186)}`, ["Password must be at most 200 characters"]],
  ])("%j: each broken rule is named", (password, faults) => {
    expect(faultsOf({ password })).toEqual(faults);
    expect(newPassword.safeParse(password).success).toBe(faults.length === 0);
  });

  test("that replaces another is refused with one message", () => {
    const passwords = z.strictObject(replacementPasswords);
    const faults = (password: string, again = "x") =>
      passwords
        .safeParse({ password, password_confirmation: again }, VALIDATION_OPTIONS)
        .error?.issues.map((one) => one.message);
    expect(faults(PASSWORD)).toBeUndefined();
    expect(faults("a")).toEqual([SIGN_UP_MESSAGES.passwordRules]);
    expect(faults("abc")).toEqual([SIGN_UP_MESSAGES.passwordRules]);
    expect(faults("")).toEqual(["Password is a required field"]);
    expect(faults(`${PASSWORD}${"x".repeat(185)}`)).toBeUndefined();
    expect(faults(`${PASSWORD}${"x".repeat(186)}`)).toEqual(["Password must be at most 200 characters"]);
    expect(faults(PASSWORD, "")).toEqual(["Password confirmation is a required field"]);
    expect(faults(PASSWORD, "x".repeat(200))).toBeUndefined();
    expect(faults(PASSWORD, "x".repeat(201))).toEqual(["Password confirmation must be at most 200 characters"]);
  });
});

describe("a username", () => {
  const signs = "Username may contain letters, digits, “_” and “.” only";
  test.each([
    ["abc", []],
    ["Maya_R.26", []],
    ["x".repeat(30), []],
    ["", ["Username is a required field"]],
    ["a", ["Username must be at least 3 characters"]],
    ["ab", ["Username must be at least 3 characters"]],
    ["x".repeat(31), ["Username must be at most 30 characters"]],
    ["maya!", [signs]],
    ["!maya", [signs]],
    ["ma ya", [signs]],
    ["mäya", [signs]],
  ])("%j", (username, faults) => {
    expect(faultsOf({ username })).toEqual(faults);
  });

  test("is trimmed, and so is an email address", () => {
    expect(form.parse({ ...GOOD, username: " maya ", email: " maya@people.test " })).toEqual(GOOD);
  });
});

test.each([
  ["", ["Email is a required field"]],
  ["m", ["Email must be a valid email"]],
  ["maya", ["Email must be a valid email"]],
  [`${"x".repeat(64)}@${"y".repeat(63)}.${"y".repeat(63)}.${"y".repeat(56)}.test`, []],
  [
    `${"x".repeat(64)}@${"y".repeat(63)}.${"y".repeat(63)}.${"y".repeat(57)}.test`,
    ["Email must be at most 254 characters"],
  ],
])("the email address %j", (email, faults) => {
  expect(faultsOf({ email })).toEqual(faults);
});

describe("a date of birth", () => {
  const daysAway = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  test.each([
    ["1900-01-01", true],
    ["1899-12-31", false],
    [daysAway(-1), true],
    [daysAway(0), true],
    [daysAway(2), false],
    ["2004-02-29", true],
    ["2005-02-29", false],
    ["2005-2-1", false],
    ["02/2004", false],
  ])("%s is valid: %s", (date, isReal) => {
    expect(dateOfBirth.safeParse(date).success).toBe(isReal);
  });

  test("is required", () => {
    expect(faultsOf({ date_of_birth: "" })).toEqual(["Date of birth is a required field."]);
    expect(faultsOf({ date_of_birth: "1" })).toEqual(["Date of birth must be a real date"]);
  });
});

describe("a phone number", () => {
  test.each([
    ["2125550123", true],
    ["212555012", false],
    ["21255501234", false],
    [" 2125550123 ", true],
    ["+442071838750", true],
    ["+1234567", true],
    ["+123456", false],
    ["+123456789012345", true],
    ["+1234567890123456", false],
    ["+0442071838750", false],
    ["call +442071838750", false],
    ["+442071838750x", false],
  ])("%j is valid: %s", (text, isPhone) => {
    expect(phone.safeParse(text).success).toBe(isPhone);
  });

  test("of ten digits is a US number", () => {
    expect([toE164("2125550123"), toE164("+442071838750")]).toEqual(["+12125550123", "+442071838750"]);
  });
});

test("a gender is required; the phone number and the referral code are optional", () => {
  expect(faultsOf({ gender: undefined })).toEqual(["Gender is a required field"]);
  const { phone: _, referral_code: __, ...required } = GOOD;
  expect(form.parse(required)).toEqual(GOOD);
  expect(form.parse({ ...GOOD, referral_code: " MAYA26 " }).referral_code).toBe("MAYA26");
  expect(faultsOf({ referral_code: "x".repeat(64) })).toEqual([]);
  expect(faultsOf({ referral_code: "x".repeat(65) })).toHaveLength(1);
});

test.each([
  ["a".repeat(43), true],
  [`${"a".repeat(40)}-_0`, true],
  ["a".repeat(42), false],
  ["a".repeat(44), false],
  [`${"a".repeat(42)}!`, false],
])("%s is a valid token of a link: %s", (token, isToken) => {
  expect(linkToken.safeParse(token).success).toBe(isToken);
});

describe("the device that signs in", () => {
  const DEVICE = { device_id: "0190a1b2-0000-7000-8000-000000000000", device_name: "Firefox", ip_address: null };
  test.each([
    [{}, true],
    [{ device_id: "mine" }, false],
    [{ device_name: "" }, true],
    [{ device_name: "x".repeat(500) }, true],
    [{ device_name: "x".repeat(501) }, false],
    [{ ip_address: "x".repeat(64) }, true],
    [{ ip_address: "x".repeat(65) }, false],
  ])("%j is valid: %s", (change, isDevice) => {
    expect(z.strictObject(device).safeParse({ ...DEVICE, ...change }).success).toBe(isDevice);
  });
});
