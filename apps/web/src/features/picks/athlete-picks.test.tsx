import { type AthletePick, PICKS_MESSAGES } from "@app/contract/picks";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { AthletePicks } from "./athlete-picks.tsx";

const athlete = (username: string, at: number, pick: AthletePick) => ({
  id: `0190a1b2-0000-7000-8000-00000000000${at}`,
  owner_id: `0190a1b2-0000-7000-8000-00000000001${at}`,
  username,
  name: username,
  pick,
  reason: pick === "none" ? null : "Fair play",
});

test("the focus moves on from an athlete who leaves the list, and stays with one who is pinned", async () => {
  const picks: Record<string, AthletePick> = { ana: "none", ben: "none" };
  const sent = answerWith(() => {
    const change = sent.at(-1)?.body as { username: string; pick: AthletePick } | undefined;
    if (change) picks[change.username] = change.pick;
    const all = Object.entries(picks).map(([username, pick], at) => athlete(username, at, pick));
    return change
      ? null
      : {
          shown: all.filter(({ pick }) => pick !== "removed"),
          waiting: [],
          removed: all.filter(({ pick }) => pick === "removed"),
        };
  });
  renderOnPage(
    <main tabIndex={-1}>
      <AthletePicks />
    </main>,
  );
  const choose = async (act: string) => {
    await userEvent.click(await screen.findByRole("button", { name: act }));
    await userEvent.type(await screen.findByLabelText("Reason"), "Fair play{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name: act })).toBeNull());
  };
  const focusIsOn = (role: string, name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));
  await choose("Remove ana");
  await focusIsOn("link", "ben");
  await choose("Pin ben");
  await focusIsOn("button", "Unpin ben");
  await choose("Allow again ana");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

test("what refuses a listed athlete is said in the dialog", async () => {
  const message = PICKS_MESSAGES.noAthlete;
  vi.stubGlobal("fetch", async (_path: string, { method }: RequestInit) =>
    method === "POST"
      ? Response.json(
          { code: 422, status: "error", kind: "validation", message, data: null, errors: { username: [message] } },
          { status: 422 },
        )
      : Response.json({
          code: 200,
          status: "success",
          message: "OK",
          data: { shown: [athlete("ana", 0, "none")], waiting: [], removed: [] },
        }),
  );
  renderOnPage(<AthletePicks />);
  await userEvent.click(await screen.findByRole("button", { name: "Pin ana" }));
  await userEvent.type(await screen.findByLabelText("Reason"), "Fair play{Enter}");
  expect(await screen.findByText(message)).toBeDefined();
});

test("a pinned athlete who is not shown now can be unpinned", async () => {
  answerWith(() => ({ shown: [], waiting: [athlete("ana", 0, "pinned")], removed: [] }));
  renderOnPage(<AthletePicks />);
  expect(await screen.findByRole("heading", { name: "Pinned, but not shown now" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Unpin ana" })).toBeDefined();
});
