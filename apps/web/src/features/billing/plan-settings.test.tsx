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
  renderOnPage(<PlanSettings />);
  const resume = await screen.findByRole("button", { name: "Resume plan" });
  expect(screen.queryByRole("button", { name: "Change plan" })).toBeNull();
  await userEvent.click(resume);
  await screen.findByRole("button", { name: "Change plan" });
});
