import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { HURDLE_SENTENCES, type PayoutOverview } from "@app/contract/payouts";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
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

afterEach(() => vi.useRealTimers());

test("a minor without a guardian's consent reads so, and is shown no form for a tax number", async () => {
  answerWith((path) => (path.endsWith("/overview") ? OVERVIEW : NO_PAYOUTS));
  renderOnPage(<Payouts guardian={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Submit a W-9: W-9 tax form" }));
  const dialog = within(await screen.findByRole("dialog", { name: "W-9 tax form" }));
  expect(dialog.getByText(GUARDIAN_MESSAGES.needed)).toBeDefined();
  expect(dialog.queryByLabelText(/Number/)).toBeNull();
});

test("a guardian's consent is noticed while the page is open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let hurdles: PayoutOverview["hurdles"] = ["guardian"];
  answerWith((path) => (path.endsWith("/overview") ? { ...OVERVIEW, hurdles } : NO_PAYOUTS));
  renderOnPage(<Payouts guardian={null} />);
  await screen.findByText(HURDLE_SENTENCES.guardian);
  hurdles = [];
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(screen.queryByText(HURDLE_SENTENCES.guardian)).toBeNull());
});

test("the address that Stripe's form leads back to is there while the overview loads, and is scrolled to after it", async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const overview = Promise.withResolvers<PayoutOverview>();
  answerWith((path) => (path.endsWith("/overview") ? overview.promise : NO_PAYOUTS));
  renderOnPage(<Payouts guardian={null} />, "/#payouts");
  await screen.findByRole("heading", { name: "Payouts" });
  expect(document.getElementById("payouts")).not.toBeNull();
  // The router scrolls there too early.
  scrolled.mockClear();
  overview.resolve(OVERVIEW);
  await waitFor(() => expect(scrolled).toHaveBeenCalled());
});

test("older payouts that cannot be read say so, and can be tried again", async () => {
  const toPayout = (at: number) => ({
    id: `0190a1b2-0000-7000-8000-00000000000${at}`,
    amount_cents: 3_000,
    method: "check",
    state: "paid",
    created_on: "2026-02-03",
    paid_on: "2026-02-05",
    failed_on: null,
    failure: null,
  });
  let isDown = true;
  answerWith((path) => {
    if (path.endsWith("/overview")) return OVERVIEW;
    const isSecond = path.includes("cursor");
    if (isSecond && isDown) throw new TypeError("offline");
    const next = isSecond ? null : "more";
    return { payouts: [toPayout(isSecond ? 2 : 1)], pagination: { ...NO_PAYOUTS.pagination, total: 2, next } };
  });
  renderOnPage(<Payouts guardian={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Load more" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  isDown = false;
  await userEvent.click(retry);
  await waitFor(() => expect(screen.getAllByText(/^Paid on/)).toHaveLength(2));
});
