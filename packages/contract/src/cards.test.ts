import { describe, expect, test } from "vitest";
import { cardBrand, isCardNumber, isExpired } from "./cards.ts";

describe("a card number", () => {
  test.each([
    ["4242424242424242", "visa", true],
    ["5555555555554444", "mastercard", true],
    ["2223003122003222", "mastercard", true],
    ["378282246310005", "amex", true],
    ["6011111111111117", "discover", true],
    ["4242424242424241", "visa", false],
    ["424242424242", "visa", false],
    ["3782822463100050", "amex", false],
    ["", "unknown", false],
    ["4242 4242 4242 4242", "visa", false],
  ])("%j is %s, and good: %s", (digits, brand, isGood) => {
    expect([cardBrand(digits), isCardNumber(digits)]).toEqual([brand, isGood]);
  });

  test("is good to the last moment of its month", () => {
    expect(isExpired(2, 2028, new Date("2028-02-29T23:59:59Z"))).toBe(false);
    expect(isExpired(2, 2028, new Date("2028-03-01T00:00:00Z"))).toBe(true);
    expect(isExpired(12, 2027, new Date("2028-01-01T00:00:00Z"))).toBe(true);
  });
});
