import type { ReportCase } from "@app/contract/report-queue";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { expectClosedDialogToTell } from "#testing/closed-dialogs.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ReportQueue } from "./report-queue.tsx";

const aCase = (number: number, excerpt: string): ReportCase => ({
  id: `0190a1b2-0000-7000-8000-00000000000${number}`,
  subject: "comment",
  is_about_minor: false,
  subject_id: `0190a1b2-0000-7000-8000-00000000001${number}`,
  is_hidden: false,
  is_gone: false,
  total: 1,
  last_reported_at: "2026-02-03T10:00:00.000Z",
  excerpt,
  owner: null,
  content: null,
  thread: [],
  reports: [{ reason: "other", text: "", reporter: null, reported_at: "2026-02-03T10:00:00.000Z" }],
  decision: null,
  appeal: null,
  restored: null,
  why_not: null,
  can: { decide: true, remove: true, suspend: true, decide_appeal: false },
});

/** Fakes the server behind `fetch`: decisions stay pending. @returns a function that fails all of them */
function serve(cases: ReportCase[], onSend?: (body: unknown) => void): () => void {
  const waiting: (() => void)[] = [];
  vi.stubGlobal("fetch", async (_path: string, { method, body }: RequestInit) => {
    if (method === "POST") {
      onSend?.(JSON.parse(String(body)));
      await new Promise<void>((resolve) => waiting.push(resolve));
      return Response.json({ code: 500, status: "error", message: "Down", data: null }, { status: 500 });
    }
    const pagination = { current_page: 1, per_page: 20, total: cases.length, last_page: 1, next: null };
    const counts = { open: cases.length, about_minors: 0, appeals: 0 };
    return Response.json({
      code: 200,
      status: "success",
      message: "OK",
      data: { cases, waiting: counts, pagination },
    });
  });
  return () => {
    for (const fail of waiting) fail();
  };
}

const shown = () => screen.queryAllByRole("article").map((one) => one.getAttribute("aria-label"));

test("cases being decided are hidden, and come back with the typed reason if that fails", async () => {
  const fail = serve([aCase(1, "First"), aCase(2, "Second"), aCase(3, "Third")]);
  renderOnPage(<ReportQueue lane="open" onLane={() => undefined} renderItem={() => null} />);
  await waitFor(() => expect(shown()).toHaveLength(3));
  const [first, second, third] = shown();
  await userEvent.type(screen.getAllByLabelText("Reason")[0] as HTMLElement, "It insults a player");
  await userEvent.click(screen.getByRole("button", { name: "Remove: First" }));
  await waitFor(() => expect(shown()).toEqual([second, third]));
  await userEvent.click(screen.getByRole("button", { name: "Keep: Second" }));
  await waitFor(() => expect(shown()).toEqual([third]));
  fail();
  await waitFor(() => expect(shown()).toEqual([first, second, third]));
  expect(screen.getByDisplayValue("It insults a player")).toBeTruthy();
});

test.each([
  ["Keep", ""],
  ["Remove", "Impersonation"],
])("the suggested reason goes along only with a decision against the content: %s", async (label, reason) => {
  const sent: unknown[] = [];
  const [report] = aCase(1, "First").reports;
  serve([{ ...aCase(1, "First"), reports: report ? [{ ...report, reason: "impersonation" }] : [] }], (body) =>
    sent.push(body),
  );
  renderOnPage(<ReportQueue lane="open" onLane={() => undefined} renderItem={() => null} />);
  await userEvent.click(await screen.findByRole("button", { name: `${label}: First` }));
  await waitFor(() => expect(sent).toEqual([{ decision: label.toLowerCase(), reason }]));
});

test.each([
  [true, "Removed, and its owner suspended"],
  [undefined, "Removed, and its owner suspended"],
  [false, "Suspended"],
])("a decided case says what a suspension removed (%s)", async (removed, text) => {
  const decision = { outcome: "suspend" as const, by: "ada", at: "2026-02-04T10:00:00.000Z", reason: "Threats" };
  serve([{ ...aCase(1, "First"), decision: { ...decision, has_removed: removed } }]);
  renderOnPage(<ReportQueue lane="decided" onLane={() => undefined} renderItem={() => null} />);
  expect(within(await screen.findByRole("article")).getByText(text)).toBeDefined();
});

test("a decided case says who restored by hand what was removed", async () => {
  const at = "2026-02-04T10:00:00.000Z";
  const decision = { outcome: "remove" as const, by: "ada", at, reason: "Rude words" };
  const can = { decide: false, remove: false, suspend: false, decide_appeal: false };
  serve([{ ...aCase(1, "First"), decision, restored: { by: "rob", at, reason: "" }, can }]);
  renderOnPage(<ReportQueue lane="decided" onLane={() => undefined} renderItem={() => null} />);
  const card = within(await screen.findByRole("article"));
  expect(card.getByText("Removed").parentElement?.textContent).toContain("by ada");
  expect(card.getByText("Restored").parentElement?.textContent).toContain("by rob");
});

test.each([
  ["own_case", "This is about you or your channel. Someone else has to decide it."],
  ["own_decision", "Someone else has to review the appeal."],
] as const)("a case that one may not decide says why: %s", async (why_not, said) => {
  const can = { decide: false, remove: false, suspend: false, decide_appeal: false };
  serve([{ ...aCase(1, "First"), why_not, can }]);
  renderOnPage(<ReportQueue lane="appeals" onLane={() => undefined} renderItem={() => null} />);
  const card = within(await screen.findByRole("article"));
  expect(card.getByText(said)).toBeTruthy();
  expect(card.queryByRole("button")).toBeNull();
});

const panel = () => screen.getByRole("tabpanel");

test("a key that is held down decides about one case", async () => {
  serve([aCase(1, "First"), aCase(2, "Second"), aCase(3, "Third")]);
  renderOnPage(<ReportQueue lane="open" onLane={() => undefined} renderItem={() => null} />);
  const [first] = await screen.findAllByRole("article");
  first?.focus();
  await userEvent.keyboard("{k>3/}");
  expect(shown()).toEqual(["Comment: Second", "Comment: Third"]);
});

test("after the last case is decided by its key, the focus is on the lane", async () => {
  serve([aCase(1, "First")]);
  renderOnPage(<ReportQueue lane="open" onLane={() => undefined} renderItem={() => null} />);
  (await screen.findByRole("article")).focus();
  await userEvent.keyboard("k");
  await waitFor(() => expect(shown()).toEqual([]));
  expect(document.activeElement).toBe(panel());
});

test("after the owner of the last case is suspended, the dialog is gone and the focus is on the lane", async () => {
  let cases = [aCase(1, "First")];
  answerWith((path) => {
    if (path.includes(cases[0]?.id ?? "none")) cases = [];
    const pagination = { current_page: 1, per_page: 20, total: 1, last_page: 1, next: null };
    return cases.length === 0 && !path.includes("lane=")
      ? null
      : { cases, waiting: { open: cases.length, about_minors: 0, appeals: 0 }, pagination };
  });
  renderOnPage(<ReportQueue lane="open" onLane={() => undefined} renderItem={() => null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Suspend: First" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Threats{Enter}");
  await screen.findByText("Nothing is waiting. What people report appears here.");
  await waitFor(() => expect([screen.queryByRole("dialog"), document.activeElement]).toEqual([null, panel()]));
});

test.each(["saved", "refused"] as const)(
  "a suspension whose dialog was closed and is %s later says so, and leaves the next dialog as it is",
  async (how) => {
    const cases = [aCase(1, "First"), aCase(2, "Second")];
    const pagination = { current_page: 1, per_page: 20, total: 2, last_page: 1, next: null };
    await expectClosedDialogToTell(how, {
      isSlow: (path) => path.endsWith(cases[0]?.id ?? "none"),
      answer: () => ({ cases, waiting: { open: 2, about_minors: 0, appeals: 0 }, pagination }),
      draw: () => renderOnPage(<ReportQueue lane="open" onLane={() => undefined} renderItem={() => null} />),
      buttons: ["Suspend: First", "Suspend: Second"],
    });
  },
);
