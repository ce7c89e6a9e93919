import { describe, expect, test } from "vitest";
import { brandName, readExpiry, toExpiryText, toNumberText } from "./card-text.ts";

test.each([
  ["4242424242424242", "4242 4242 4242 4242", "Visa"],
  ["4242-4242 4242", "4242 4242 4242", "Visa"],
  ["378282246310005", "3782 822463 10005", "American Express"],
  ["3782 8224", "3782 8224", "American Express"],
  ["5555", "5555", "Mastercard"],
  ["6011", "6011", "Discover"],
  ["abc", "", ""],
])("the number %j is shown as %j, %s", (typed, text, brand) => {
  expect(toNumberText(typed)).toBe(text);
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
  ])("%j after %j is shown as %j", (typed, before, text) => {
    expect(toExpiryText(typed, before)).toBe(text);
  });

  test.each([
    ["12 / 34", { exp_month: 12, exp_year: 2034 }],
    ["", { exp_month: 0, exp_year: 0 }],
    ["12 / ", { exp_month: 12, exp_year: 0 }],
  ])("%j is read", (text, read) => {
    expect(readExpiry(text)).toEqual(read);
  });
});
