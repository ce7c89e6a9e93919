import { phone } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import {
  countryOf,
  fromSentPhone,
  loadCountries,
  toPhoneText,
  toSentPhone,
  UNITED_STATES,
  withDialCode,
} from "./phone-field.tsx";

test("lists about 240 countries with names and dial codes", async () => {
  const countries = await loadCountries();
  expect(countries.length).toBeGreaterThan(235);
  expect(countries.every(({ name, dialCode }) => name.length > 2 && /^\d{1,3}$/.test(dialCode))).toBe(true);
  expect(countries).toContainEqual(UNITED_STATES);
});

test.each([
  ["+4930123456", "Germany"],
  ["+1", "United States"],
  ["+7", "Russia"],
  ["+44", "United Kingdom"],
  ["+998", "Uzbekistan"],
  ["+", "United States"],
])("%s belongs to %s", async (text, name) => {
  expect(countryOf(text, await loadCountries(), UNITED_STATES).name).toBe(name);
});

test("the chosen country wins among those that share its dial code", async () => {
  const countries = await loadCountries();
  const canada = countries.find(({ code }) => code === "CA") ?? UNITED_STATES;
  expect(countryOf("+1604", countries, canada)).toBe(canada);
});

describe("the text of the phone field", () => {
  test.each([
    ["+1", "+1"],
    ["", ""],
    ["+", "+"],
    ["+1 (555) 123-4567", "+15551234567"],
    ["(555) 123-4567", "+15551234567"],
    ["1 555 123 4567", "+15551234567"],
    ["+49 30 123456", "+4930123456"],
    ["0049 30 123456", "+4930123456"],
    ["+1abc", "+1"],
    ["+12345678901234567890", "+1234567890123"],
    ["+4912345678901234567890", "+491234567890123"],
  ])("%j → %j", (typed, text) => {
    expect(toPhoneText(typed)).toBe(text);
  });
});

test("allows twelve digits after the dial code and at most the fifteen of E.164", () => {
  expect(toPhoneText(`+1${"2".repeat(12)}`)).toBe(`+1${"2".repeat(12)}`);
  expect(toPhoneText(`+1${"2".repeat(13)}`)).toBe(`+1${"2".repeat(12)}`);
  expect(toPhoneText("2".repeat(13), "44")).toBe(`+44${"2".repeat(12)}`);
  expect(toPhoneText("2".repeat(13), "998")).toBe(`+998${"2".repeat(12)}`);
  expect(toPhoneText("2".repeat(13), "1684")).toBe(`+1684${"2".repeat(11)}`);
});

describe("the number that is sent", () => {
  test.each([
    ["+1", null],
    ["+", null],
    ["", null],
    ["+15551234567", "5551234567"],
    ["+4930123456", "+4930123456"],
    ["+49", null],
    ["+998", null],
  ])("%j → %j", (text, sent) => {
    expect(toSentPhone(text)).toBe(sent);
    if (sent !== null) expect(phone.safeParse(sent).success).toBe(true);
  });

  test("an incomplete number is refused", () => {
    expect(phone.safeParse(toSentPhone("+1555")).success).toBe(false);
  });
});

test("a number without a plus belongs to the chosen country", () => {
  expect(toPhoneText("30 123456", "49")).toBe("+4930123456");
  expect(toPhoneText("+1 555 123 4567", "49")).toBe("+15551234567");
  expect(toPhoneText("+4912345678901234567890", "49")).toBe("+49123456789012");
});

test("changing the country keeps the digits", () => {
  expect(withDialCode("+15551234567", "1", "49")).toBe("+495551234567");
  expect(withDialCode("+1", "1", "44")).toBe("+44");
  expect(withDialCode("", "1", "44")).toBe("+44");
});

test.each([
  ["5551234567", "+15551234567"],
  ["+4930123456", "+4930123456"],
  [null, "+1"],
])("%j is displayed as %j", (sent, text) => {
  expect(fromSentPhone(sent)).toBe(text);
});
