import { describe, expect, test } from "vitest";
import {
  brandName,
  type CardValues,
  cardForm,
  EMPTY_CARD,
  formatCardNumber,
  formatExpiry,
  parseExpiry,
  toCardField,
} from "./card-values.ts";

test.each([
  ["4242424242424242", "4242 4242 4242 4242", "Visa"],
  ["4242-4242 4242", "4242 4242 4242", "Visa"],
  ["378282246310005", "3782 822463 10005", "American Express"],
  ["3782 8224", "3782 8224", "American Express"],
  ["5555", "5555", "Mastercard"],
  ["6011", "6011", "Discover"],
  ["abc", "", ""],
])("the number %j is formatted as %j, %s", (typed, text, brand) => {
  expect(formatCardNumber(typed)).toBe(text);
  expect(brandName(typed)).toBe(brand);
});

describe("the expiry", () => {
  test.each([
    ["1", "", "1"],
    ["12", "1", "12 / "],
    ["12 / 3", "12 / ", "12 / 3"],
    ["12 / 34", "12 / 3", "12 / 34"],
    ["12 / 345", "12 / 34", "12 / 34"],
    ["5", "", "05 / "],
    ["12 /", "12 / ", "1"],
    ["1", "12 / ", "1"],
    ["12/2034", "", "12 / 34"],
    ["1234", "", "12 / 34"],
    ["", "1", ""],
  ])("%j after %j is formatted as %j", (typed, before, text) => {
    expect(formatExpiry(typed, before)).toBe(text);
  });

  test.each([
    ["12 / 34", { exp_month: 12, exp_year: 2034 }],
    ["", { exp_month: 0, exp_year: 0 }],
    ["12 / ", { exp_month: 12, exp_year: 0 }],
  ])("%j is parsed", (text, read) => {
    expect(parseExpiry(text)).toEqual(read);
  });
});

const GOOD: CardValues = {
  number: "4242 4242 4242 4242",
  expiry: "12 / 34",
  cvc: "123",
  name: "Maya Vega",
  zip: "73301",
  consent: true,
};

function faultsOf(values: CardValues): Record<string, string> {
  const issues = cardForm.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.reverse().map(({ path, message }) => [path.join("."), message]));
}

test("a card is sent with digits only, and month and year as numbers", () => {
  expect(cardForm.parse(GOOD)).toEqual({
    number: "4242424242424242",
    exp_month: 12,
    exp_year: 2034,
    cvc: "123",
    name: "Maya Vega",
    zip: "73301",
  });
});

test("each field and the consent report what is missing", () => {
  expect(faultsOf(EMPTY_CARD)).toMatchObject({
    number: "Card number is a required field",
    expiry: "Expiration date is a required field",
    cvc: "Security code is a required field",
    name: "Name on card is a required field",
    zip: "Billing ZIP is a required field",
    consent: "Please agree to the price and the renewal.",
  });
  expect(faultsOf({ ...GOOD, number: "4242 4242 4242 4241" })).toEqual({ number: "Your card number is invalid." });
  expect(faultsOf({ ...GOOD, expiry: "01 / 20" })).toEqual({
    expiry: "Your card's expiration date is in the past.",
  });
});

test.each([
  ["card", "number"],
  ["card.number", "number"],
  ["card.exp_month", "expiry"],
  ["card.cvc", "cvc"],
  ["payment_method_id", "number"],
] as const)("a server fault for %s is shown at %s", (name, field) => {
  expect(toCardField(name)).toBe(field);
});
