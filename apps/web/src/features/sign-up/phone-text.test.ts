import { phone } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { toPhoneText, toSentPhone } from "./phone-text.ts";

describe("what the phone field shows", () => {
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
    ["+1234567890123456789", "+123456789012345"],
  ])("%j → %j", (typed, text) => {
    expect(toPhoneText(typed)).toBe(text);
  });
});

describe("what is sent", () => {
  test.each([
    ["+1", null],
    ["+", null],
    ["", null],
    ["+15551234567", "5551234567"],
    ["+4930123456", "+4930123456"],
  ])("%j → %j", (text, sent) => {
    expect(toSentPhone(text)).toBe(sent);
    if (sent !== null) expect(phone.safeParse(sent).success).toBe(true);
  });

  test("a number that is cut short is refused", () => {
    expect(phone.safeParse(toSentPhone("+1555")).success).toBe(false);
  });
});
