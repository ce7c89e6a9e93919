import { expect, test } from "vitest";
import { type CardValues, cardForm, EMPTY_CARD, toCardField } from "./card-values.ts";

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

test("a card is sent with its digits alone, month and year as numbers", () => {
  expect(cardForm.parse(GOOD)).toEqual({
    number: "4242424242424242",
    exp_month: 12,
    exp_year: 2034,
    cvc: "123",
    name: "Maya Vega",
    zip: "73301",
  });
});

test("each field says what it lacks, and so does the consent", () => {
  expect(faultsOf(EMPTY_CARD)).toMatchObject({
    number: "Card number is a required field",
    expiry: "Expiry date is a required field",
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
] as const)("a fault of the server's on %s stands at %s", (name, field) => {
  expect(toCardField(name)).toBe(field);
});
