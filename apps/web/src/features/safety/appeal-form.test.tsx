import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { AppealForm } from "./appeal-form.tsx";
import { OwnDecisions } from "./own-reports.tsx";

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Why is the decision wrong?");

test("an unsent appeal is there again after a reload, and is gone once it was sent", async () => {
  const send = vi.fn(() => Promise.resolve());
  const first = renderOnPage(<AppealForm decisionId="one" send={send} />);
  await userEvent.type(await field(), "It was a joke");
  first.unmount();
  const second = renderOnPage(<AppealForm decisionId="one" send={send} />);
  expect((await field()).value).toBe("It was a joke");
  await userEvent.click(screen.getByRole("button", { name: "Send appeal" }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ text: "It was a joke" }));
  second.unmount();
  renderOnPage(<AppealForm decisionId="one" send={send} />);
  expect((await field()).value).toBe("");
});

test("one that could not be sent stays, and where nobody is signed in, nothing is stored", async () => {
  const send = vi.fn(() => Promise.reject(new Error("down")));
  renderOnPage(<AppealForm decisionId={null} send={send} />);
  await userEvent.type(await field(), "It was a joke");
  await userEvent.click(screen.getByRole("button", { name: "Send appeal" }));
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect((await field()).value).toBe("It was a joke");
  expect(JSON.stringify(localStorage)).not.toContain("joke");
});

test.each([
  ["comment", {}, "Our team removed it and suspended your account."],
  ["comment", { has_removed: false }, "Our team suspended your account."],
  ["account", {}, "Our team suspended your account."],
])("a suspension about a %s with %o says what was removed", async (subject, removal, text) => {
  const decided = { subject, excerpt: "Boo", decision: "suspend", reason: "Threats", appeal: null, ...removal };
  const [id, decided_at] = ["0190a1b2-0000-7000-8000-000000000002", "2026-02-03T10:00:00.000Z"];
  const pagination = { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null };
  answerWith(() => ({ decisions: [{ ...decided, id, decided_at, can: { appeal: false } }], pagination }));
  renderOnPage(<OwnDecisions />);
  expect(await screen.findByText(text)).toBeDefined();
});

test("an unfinished appeal opens without taking the focus, Cancel discards it, and Appeal begins anew", async () => {
  const id = "0190a1b2-0000-7000-8000-000000000001";
  const decided = { subject: "comment", excerpt: "Boo", decision: "remove", reason: "Insults", appeal: null };
  const pagination = { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null };
  answerWith(() => ({
    decisions: [{ ...decided, id, decided_at: "2026-02-03T10:00:00.000Z", can: { appeal: true } }],
    pagination,
  }));
  const name = `appeal.${id}`;
  saveFormDraft(name, { text: "It was a joke" });
  renderOnPage(<OwnDecisions />);
  expect((await field()).value).toBe("It was a joke");
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Appeal" }));
  expect(readFormDraft(name, z.object({ text: z.string() }))).toBeNull();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(await field());
  expect((await field()).value).toBe("");
});
