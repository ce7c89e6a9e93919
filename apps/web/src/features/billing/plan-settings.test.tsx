import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { A_CARD, aSubscription, aSummary, NO_INVOICES } from "#testing/a-summary.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { PlanSettings } from "./plan-settings.tsx";

test("a plan that is ending can be resumed, and changed only after that", async () => {
  let isEnding = true;
  answerWith((path) => {
    if (path.includes("/resume")) isEnding = false;
    if (path.includes("/payment-methods")) return [A_CARD];
    if (path.includes("/invoices")) return NO_INVOICES;
    const subscription = aSubscription({ cancel_at_period_end: isEnding });
    return path.includes("/summary") ? aSummary(subscription) : subscription;
  });
  renderOnPage(<PlanSettings isDeactivated={false} />);
  const resume = await screen.findByRole("button", { name: "Resume plan" });
  expect(screen.queryByRole("button", { name: "Change plan" })).toBeNull();
  await userEvent.click(resume);
  await screen.findByRole("button", { name: "Change plan" });
});

test("an overdue plan that another card has paid is no longer overdue", async () => {
  let isPaid = false;
  const other = { ...A_CARD, id: "0190a1b2-0000-7000-8000-0000000000c2", last4: "4444", is_default: false };
  const sent = answerWith((path) => {
    if (path.includes("/default/")) isPaid = true;
    if (path.includes("/payment-methods")) return [A_CARD, other];
    if (path.includes("/invoices")) return NO_INVOICES;
    return aSummary(aSubscription({ status: isPaid ? "active" : "past_due" }));
  });
  renderOnPage(<PlanSettings isDeactivated={false} />);
  await screen.findByText("Payment overdue.");
  await screen.findByText("No payments yet.");
  await userEvent.click(await screen.findByRole("button", { name: /^Set as default: Visa ending in 4444/ }));
  await screen.findByText("Renews on December 24, 2026.");
  expect(sent.filter(({ path }) => path.includes("/invoices"))).toHaveLength(2);
});
