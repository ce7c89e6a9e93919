import { describe, expect, test } from "vitest";
import { CARD_MESSAGES, cardBrand, cardFields, isCardNumber, isExpired } from "./cards.ts";
import { VALIDATION_OPTIONS } from "./validation.ts";

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
    ["4242424242424242x", "visa", false],
    ["6445644564456445", "discover", true],
    ["6500000000000002", "discover", true],
    ["6430000000000007", "unknown", true],
    ["9934000000000002", "unknown", true],
    ["996011111111111119", "unknown", true],
    ["000000000000", "unknown", true],
    ["00000000000", "unknown", false],
    ["0000000000000000000", "unknown", true],
    ["00000000000000000000", "unknown", false],
  ])("%j is %s, and valid: %s", (digits, brand, isGood) => {
    expect([cardBrand(digits), isCardNumber(digits)]).toEqual([brand, isGood]);
  });

  test("is valid until the last moment of its month", () => {
    expect(isExpired(2, 2028, new Date("2028-02-29T23:59:59Z"))).toBe(false);
    expect(isExpired(2, 2028, new Date("2028-03-01T00:00:00Z"))).toBe(true);
    expect(isExpired(12, 2027, new Date("2028-01-01T00:00:00Z"))).toBe(true);
  });
});

describe("the sandbox's card form", () => {
  const YEAR = new Date().getUTCFullYear();
  const GOOD = {
    number: "4242424242424242",
    exp_month: 12,
    exp_year: YEAR + 1,
    cvc: "123",
    name: "Maya",
    zip: "10001",
  };
  const AMEX = { number: "378282246310005", cvc: "1234" };

  function faultsOf(change: Record<string, unknown>): string[] {
    const { error } = cardFields.safeParse({ ...GOOD, ...change }, VALIDATION_OPTIONS);
    return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  }

  test.each([
    [{}],
    [AMEX],
    [{ number: "4242 4242-4242 4242" }],
    [{ number: "5555555555554444" }],
    [{ number: "6011111111111117" }],
    [{ number: `${" ".repeat(24)}4242424242424242` }],
    [{ exp_month: 1 }],
    [{ exp_year: YEAR + 50 }],
    [{ cvc: " 123 ", zip: " 10001 " }],
    [{ name: "x".repeat(100) }],
    [{ name: "M" }],
    [{ number: "000000000000", cvc: "1234" }],
  ])("accepts %j", (change) => {
    expect(faultsOf(change)).toEqual([]);
  });

  test.each([
    [{ number: "" }, `number: ${CARD_MESSAGES.numberRequired}`],
    [{ number: " - " }, `number: ${CARD_MESSAGES.numberRequired}`],
    [{ number: "4" }, `number: ${CARD_MESSAGES.numberInvalid}`],
    [{ number: "5555555555554444", cvc: "1234" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ number: "6011111111111117", cvc: "1234" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ cvc: "1" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ zip: "1" }, `zip: ${CARD_MESSAGES.zipInvalid}`],
    [{ number: "4242424242424241" }, `number: ${CARD_MESSAGES.numberInvalid}`],
    [{ number: `${" ".repeat(25)}4242424242424242` }, `number: ${CARD_MESSAGES.numberInvalid}`],
    [{ exp_month: 0 }, `exp_month: ${CARD_MESSAGES.monthInvalid}`],
    [{ exp_month: 13 }, `exp_month: ${CARD_MESSAGES.monthInvalid}`],
    [{ exp_month: "x" }, `exp_month: ${CARD_MESSAGES.monthInvalid}`],
    [{ exp_year: YEAR + 51 }, `exp_year: ${CARD_MESSAGES.yearInvalid}`],
    [{ exp_year: 2000 }, `exp_month: ${CARD_MESSAGES.expired}`],
    [{ exp_year: YEAR - 1 }, `exp_month: ${CARD_MESSAGES.expired}`],
    [{ cvc: "" }, `cvc: ${CARD_MESSAGES.cvcRequired}`],
    [{ cvc: "12" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ cvc: "1234" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ ...AMEX, cvc: "123" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ cvc: "12345" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ cvc: "x123" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ cvc: "123x" }, `cvc: ${CARD_MESSAGES.cvcInvalid}`],
    [{ name: " " }, `name: ${CARD_MESSAGES.nameRequired}`],
    [{ name: "x".repeat(101) }, "name: Name on card must be at most 100 characters"],
    [{ zip: "" }, `zip: ${CARD_MESSAGES.zipRequired}`],
    [{ zip: "1000" }, `zip: ${CARD_MESSAGES.zipInvalid}`],
    [{ zip: "100012" }, `zip: ${CARD_MESSAGES.zipInvalid}`],
    [{ zip: "x10001" }, `zip: ${CARD_MESSAGES.zipInvalid}`],
  ])("refuses %j under its field", (change, fault) => {
    expect(faultsOf(change)).toEqual([fault]);
  });

  test("an impossible year is reported as invalid", () => {
    expect(faultsOf({ exp_year: 1999 })).toContain(`exp_year: ${CARD_MESSAGES.yearInvalid}`);
  });

  test("a name on a card is one line", () => {
    expect(cardFields.parse({ ...GOOD, name: " Maya\nReed " }).name).toBe("Maya Reed");
  });
});
