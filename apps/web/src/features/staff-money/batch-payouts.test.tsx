import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { BatchPayouts } from "./batch-payouts.tsx";

const idOf = (at: number) => `0190a1b2-0000-7000-8000-00000000000${at}`;

const PAGE = { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null };

test("a payout that is marked as failed has no buttons any more, and takes the focus itself", async () => {
  let hasFailed = false;
  answerWith((path) => {
    if (path.endsWith("/failed")) hasFailed = true;
    const payout = {
      id: idOf(1),
      earner: "maya",
      amount_cents: 5000,
      method: "check",
      created_on: "2026-02-03",
      state: hasFailed ? "failed" : "in_transit",
      paid_on: null,
      failed_on: null,
      failure: hasFailed ? "No such account" : null,
      is_sent: false,
      hold: null,
      can: { mark_paid: !hasFailed, mark_failed: !hasFailed },
    };
    const batch = {
      id: idOf(2),
      number: 1,
      month: "2026-02",
      state: "ready",
      checksum: null,
      created_on: "2026-02-03",
      void_reason: null,
      payouts: 1,
      total_cents: 5000,
      in_transit: 1,
      paid: 0,
      failed: 0,
      to_send: 0,
      can: { void: false, mark_paid: false, send: false },
    };
    return path.endsWith("/failed") ? null : { batch, payouts: [payout], pagination: PAGE };
  });
  renderOnPage(<BatchPayouts id={idOf(2)} today="2026-02-03" />);
  await userEvent.click(await screen.findByRole("button", { name: "Failed" }));
  expect(await screen.findByText(/goes back to the balance of @maya.* This cannot be undone\./)).toBeDefined();
  await userEvent.type(screen.getByLabelText("Reason"), "No such account{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("listitem")));
  expect(document.activeElement?.textContent).toContain("failed: No such account");
});
