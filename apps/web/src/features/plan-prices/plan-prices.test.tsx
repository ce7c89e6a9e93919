import { PRICE_MESSAGES } from "@app/contract/plan-prices";
import { expect, test } from "vitest";
import { readPrice } from "./plan-prices.tsx";

test.each([
  ["9.99", 999],
  ["$12", 1200],
  [" 12.5 ", 1250],
  ["1,000", 100_000],
  ["1,000.00", 100_000],
  ["1", 100],
])("%s is a price", (typed, cents) => {
  expect(readPrice(typed)).toEqual({ cents, fault: undefined });
});

test.each([
  ["9.999", PRICE_MESSAGES.format],
  ["9,99", PRICE_MESSAGES.format],
  ["10,00.00", PRICE_MESSAGES.format],
  ["ten", PRICE_MESSAGES.format],
  ["", PRICE_MESSAGES.format],
  ["-5", PRICE_MESSAGES.format],
  ["0.99", PRICE_MESSAGES.range],
  ["1,000.01", PRICE_MESSAGES.range],
  ["99999999999", PRICE_MESSAGES.range],
])("%s is refused with its reason", (typed, fault) => {
  expect(readPrice(typed).fault).toBe(fault);
});
