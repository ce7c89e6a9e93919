import { PRICE_MESSAGES } from "@app/contract/plan-prices";
import { expect, test } from "vitest";
import { expectClosedDialogToTell } from "#testing/closed-dialogs.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { PlanPrices, readPrice } from "./plan-prices.tsx";

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

test.each(["saved", "refused"] as const)(
  "a price whose dialog was closed and that is %s later says so, and leaves the next one as it is",
  async (how) => {
    const price = (plan: string) => ({
      plan,
      title: plan,
      price_cents: 999,
      updated_at: "2026-02-03T10:00:00.000Z",
      subscribers: [],
    });
    await expectClosedDialogToTell(how, {
      isSlow: (path) => path.endsWith("/admin/plans/Individual"),
      answer: () => [price("Individual"), price("Team")],
      draw: () => renderOnPage(<PlanPrices />),
      buttons: ["Change price: Individual", "Change price: Team"],
    });
  },
);
