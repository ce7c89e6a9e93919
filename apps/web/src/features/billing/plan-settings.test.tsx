import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { dispatch } from "#lib/live.ts";
import { keepQueriesLive } from "#lib/live-queries.ts";
import { getUser } from "#lib/session.ts";
import { setUser } from "#lib/session-store.ts";
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

const OTHER_CARD = { ...A_CARD, id: "0190a1b2-0000-7000-8000-0000000000c2", last4: "4444", is_default: false };

test("an overdue plan that another card has paid is no longer overdue", async () => {
  let isPaid = false;
  const sent = answerWith((path) => {
    if (path.includes("/default/")) isPaid = true;
    if (path.includes("/payment-methods")) return [A_CARD, OTHER_CARD];
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

test("an overdue plan that a card added here has paid is no longer overdue, and its payment is listed", async () => {
  let isPaid = false;
  const sent = answerWith((path) => {
    if (path.includes("/payment-methods")) return [A_CARD];
    if (path.includes("/invoices")) return NO_INVOICES;
    return aSummary(aSubscription({ status: isPaid ? "active" : "past_due" }));
  });
  const { queries } = renderOnPage(<PlanSettings isDeactivated={false} />);
  keepQueriesLive(queries);
  await screen.findByText("Payment overdue.");
  await screen.findByText("No payments yet.");
  isPaid = true;
  dispatch("registration.changed", {});
  await screen.findByText("Renews on December 24, 2026.");
  await waitFor(() => expect(sent.filter(({ path }) => path.includes("/invoices"))).toHaveLength(2));
});

vi.mock("@stripe/stripe-js/pure", () => ({ loadStripe: async () => ({ handleNextAction: async () => ({}) }) }));

test("an overdue payment that waits for the bank can be confirmed", async () => {
  const requires_action = { kind: "payment", client_secret: "pi_1_secret_2", challenge_id: null } as const;
  let isPaid = false;
  answerWith((path) => {
    if (path.includes("/confirm-subscription")) isPaid = true;
    if (path.includes("/payment-methods")) return [A_CARD];
    if (path.includes("/invoices")) return NO_INVOICES;
    const subscription = aSubscription(isPaid ? {} : { status: "past_due", requires_action });
    return path.includes("/summary") ? { ...aSummary(subscription), provider: "stripe" } : subscription;
  });
  renderOnPage(<PlanSettings isDeactivated={false} />);
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
  await screen.findByText("Renews on December 24, 2026.");
});

test("canceling an overdue plan ends it at once, and with it the right to upload", async () => {
  const lea = { id: "0190a1b2-0000-7000-8000-000000000001", plan: "Individual", teams: [] };
  setUser({ ...lea, can: { upload: true } } as never);
  const locks = { request: (_: string, run: () => unknown) => run() };
  vi.stubGlobal("navigator", Object.assign(navigator, { locks }));
  let status: "past_due" | "canceled" = "past_due";
  answerWith((path) => {
    if (path.includes("/session/refresh"))
      return { access_token: "token", users: { ...lea, can: { upload: status !== "canceled" } } };
    if (path.includes("/payment-methods")) return [A_CARD];
    if (path.includes("/invoices")) return NO_INVOICES;
    if (path.includes("/cancel")) status = "canceled";
    return path.includes("/summary") ? aSummary(aSubscription({ status })) : aSubscription({ status });
  });
  renderOnPage(<PlanSettings isDeactivated={false} />);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel plan" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel plan" }));
  await screen.findByRole("link", { name: "Pay for a plan again" });
  expect(getUser()?.can.upload).toBe(false);
  setUser(null);
});

test("only what changes nothing is called the current plan, and a pending change has the price that was agreed to", async () => {
  const offers = [
    { plan: "Individual", title: "Student Athlete", price_cents: 1099 },
    { plan: "Team", title: "Team", price_cents: 3499 },
  ].map((offer) => ({ ...offer, currency: "usd", interval: "month", benefits: [] }));
  let pending: { plan: "Team"; price_cents: number } | null = null;
  const sent = answerWith((path) => {
    if (path.includes("/plans")) return offers;
    if (path.includes("/payment-methods")) return [A_CARD];
    if (path.includes("/invoices")) return NO_INVOICES;
    return path.includes("/summary") ? aSummary(aSubscription({ pending })) : aSubscription();
  });
  const { queries } = renderOnPage(<PlanSettings isDeactivated={false} />);
  const open = async () => userEvent.click(await screen.findByRole("button", { name: "Change plan" }));
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Keep current plan" }));
  pending = { plan: "Team", price_cents: 2999 };
  await queries.invalidateQueries();
  await screen.findByText("Becomes Team for $29.99 a month on December 24, 2026.");
  await open();
  await screen.findByRole("button", { name: "Keep the change to Team" });
  await screen.findByText("$29.99 a month, starts with your next renewal");
  await userEvent.click(screen.getByRole("radio", { name: /^Student Athlete/ }));
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Keep Student Athlete" }));
  const body = { plan: "Individual", price_cents: 999, consent: true };
  await waitFor(() => expect(sent).toContainEqual({ path: expect.stringContaining("/change-plan"), body }));
});

test("whoever makes a card the default, or removes it, with the keyboard is at a card, and after the last at the button", async () => {
  let cards = [A_CARD, OTHER_CARD];
  answerWith((path) => {
    if (path.includes("/default/")) cards = cards.map((card) => ({ ...card, is_default: !card.is_default })).reverse();
    if (path.includes("/remove/")) cards = cards.slice(1);
    if (path.includes("/payment-methods")) return cards;
    return path.includes("/invoices") ? NO_INVOICES : aSummary(aSubscription());
  });
  renderOnPage(<PlanSettings isDeactivated={false} />);
  const focused = (name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name })));
  (await screen.findByRole("button", { name: "Set as default: Visa ending in 4444" })).focus();
  await userEvent.keyboard("{Enter}");
  await focused("Remove Visa ending in 4444");
  await userEvent.keyboard("{Enter}");
  await focused("Set as default: Visa ending in 4242");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await focused("Add a card");
});
