import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { Batches, MakeBatchButton } from "./batches.tsx";

const ID = "0190a1b2-0000-7000-8000-000000000001";
const PAGE = { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null };

/** @returns what is sent, except for what is only read */
function showBatches() {
  const batch = {
    id: ID,
    number: 1,
    month: "2026-02",
    state: "ready",
    checksum: "abc",
    created_on: "2026-02-03",
    void_reason: null,
    payouts: 4,
    total_cents: 20_000,
    in_transit: 4,
    paid: 0,
    failed: 0,
    to_send: 2,
    to_send_cents: 9_000,
    can: { void: true, mark_paid: true, send: true },
  };
  const sent = answerWith((path) => {
    if (path.endsWith("/send") || sent.at(-1)?.body !== undefined) return null;
    return { batches: [batch], today: "2026-02-03", pagination: PAGE };
  });
  renderOnPage(
    <>
      <MakeBatchButton />
      <Batches />
    </>,
  );
  return sent;
}

test("nothing is sent by Stripe before the question is answered, which says how much and that it is final", async () => {
  const sent = showBatches();
  await userEvent.click(await screen.findByRole("button", { name: "Send by Stripe now" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Send 2 payouts by Stripe?" }));
  expect(question.getByText(/\$90\.00 .* cannot be undone/)).toBeDefined();
  expect(sent.some(({ path }) => path.endsWith("/send"))).toBe(false);
  await userEvent.click(question.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sent.filter(({ path }) => path.endsWith("/send"))).toHaveLength(1);
});

test("a batch is made only after a question", async () => {
  const sent = showBatches();
  await screen.findByRole("heading", { name: /^Batch 1/ });
  const before = sent.length;
  await userEvent.click(screen.getByRole("button", { name: "Make this month's batch" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Make this month's batch?" }));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sent).toHaveLength(before);
});

test.each([
  ["Mark all as paid", /This cannot be undone\. If a payment comes back, mark it as failed\./],
  ["Void", /They see the reason\. This cannot be undone\./],
])("“%s” says that it is final", async (name, sentence) => {
  showBatches();
  await userEvent.click(await screen.findByRole("button", { name }));
  expect(within(await screen.findByRole("dialog")).getByText(sentence)).toBeDefined();
});
