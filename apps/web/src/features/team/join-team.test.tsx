import { TEAM_MESSAGES } from "@app/contract/teams";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { JoinTeam } from "./join-team.tsx";

const HAWKS = "0190a1b2-0000-7000-8000-000000000008";
const INVITATION = {
  channel: "Hawks",
  invited_by: "coach",
  role: "manager",
  email: "l•••@people.test",
  is_yours: true,
  joined_id: null,
};

/** What the server knows of the invitation; null: it was withdrawn. */
let invitation: object | null = INVITATION;

beforeEach(() => {
  invitation = INVITATION;
  setUser({ id: "0190a1b2-0000-7000-8000-000000000001", plan: null, channel: {}, teams: [] } as never);
  setAccessToken("token");
  vi.stubGlobal("fetch", async () => {
    if (invitation) return Response.json({ code: 200, status: "success", message: "OK", data: invitation });
    const refusal = { code: 410, status: "error", kind: "gone", message: TEAM_MESSAGES.gone, errors: {}, data: null };
    return Response.json({ ...refusal, request_id: "1" }, { status: 410 });
  });
});

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

const open = () => renderOnPage(<JoinTeam token={"t".repeat(30)} onSignIn={() => {}} onSignUp={() => {}} />);
const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

test("somebody with another address reads so before they click, and can sign out", async () => {
  invitation = { ...INVITATION, is_yours: false };
  open();
  expect(await screen.findByText("This invitation is for another address.")).toBeTruthy();
  expect(screen.getByText("l•••@people.test")).toBeTruthy();
  expect(buttons()).toEqual(["Sign out"]);
});

test("an invitation that is withdrawn while its page is open can no longer be accepted there", async () => {
  open();
  await screen.findByRole("button", { name: "Join Hawks" });
  invitation = null;
  await userEvent.click(screen.getByRole("button", { name: "Join Hawks" }));
  expect(await screen.findByRole("link", { name: "Go to the home page" })).toBeTruthy();
  expect(screen.getByText(TEAM_MESSAGES.gone)).toBeTruthy();
  expect(buttons()).toEqual([]);
});

test("who joined already is led to the hub", async () => {
  invitation = { ...INVITATION, joined_id: HAWKS };
  open();
  expect(await screen.findByText("You are already part of this team.")).toBeTruthy();
  expect(buttons()).toEqual(["Open the Earner's Hub"]);
});

test("who joined a team whose channel staff have hidden is led to Settings, where they can leave it", async () => {
  invitation = { ...INVITATION, joined_id: HAWKS };
  setUser({ id: "1", plan: null, channel: {}, teams: [], hidden_teams: [{ id: HAWKS, name: "Hawks" }] } as never);
  open();
  expect(await screen.findByRole("button", { name: "Open Settings" })).toBeTruthy();
});
