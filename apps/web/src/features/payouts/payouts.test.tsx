// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import type { PayoutOverview } from "@app/contract/payouts";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { Payouts } from "./payouts.tsx";

const OVERVIEW: PayoutOverview = {
  available_cents: 3_000,
  in_transit_cents: 0,
  next_on: "2026-08-01",
  method: "check",
  destination: null,
  offered: ["check", "paypal"],
  hurdles: ["guardian"],
  months: [],
  w9: null,
};
const NO_PAYOUTS = { payouts: [], pagination: { current_page: 1, per_page: 6, total: 0, last_page: 1, next: null } };

test("a minor without a guardian's consent reads so, and is shown no form for a tax number", async () => {
  answerWith((path) => (path.endsWith("/overview") ? OVERVIEW : NO_PAYOUTS));
  renderOnPage(<Payouts guardian={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Submit a W-9: W-9 tax form" }));
  const dialog = within(await screen.findByRole("dialog", { name: "W-9 tax form" }));
  expect(dialog.getByText(GUARDIAN_MESSAGES.needed)).toBeDefined();
  expect(dialog.queryByLabelText(/Number/)).toBeNull();
});

test("the part to which Stripe's form returns is there while it loads", async () => {
  answerWith(() => new Promise(() => undefined));
  renderOnPage(<Payouts guardian={null} />);
  await screen.findByRole("heading", { name: "Payouts" });
  expect(document.getElementById("payouts")).not.toBeNull();
});
