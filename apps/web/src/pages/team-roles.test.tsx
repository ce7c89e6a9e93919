// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseChannel } from "#lib/acting-channel.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { answerWith, renderOnPage, type Sent } from "#testing/page-parts.tsx";
import { HeldCommentsPage } from "./hub-pages.tsx";
import { NumbersPage } from "./numbers-page.tsx";

const HAWKS = "0190a1b2-0000-7000-8000-000000000008";

/** Signs in somebody with a channel of their own, who acts for a team. */
function actAs(role: "manager" | "uploader"): void {
  const channel = { id: "0190a1b2-0000-7000-8000-000000000009", name: "Maya" };
  const teams = [{ id: HAWKS, name: "Hawks", role }];
  setUser({ id: "0190a1b2-0000-7000-8000-000000000001", plan: "Individual", channel, teams } as never);
  setAccessToken("token");
  chooseChannel(HAWKS);
}

let sent: Sent[] = [];
beforeEach(() => {
  sent = answerWith((path) => (path.includes("/held-comments") ? { comments: [], total: 0, next: null } : []));
});
afterEach(() => {
  chooseChannel(null);
  setUser(null);
  setAccessToken(null);
});

test.each([
  ["comments", <HeldCommentsPage key="comments" />],
  ["analytics", <NumbersPage key="analytics" />],
])("an uploader who opens the channel's %s reads that their role does not include them", async (_, page) => {
  actAs("uploader");
  renderOnPage(page);
  expect(await screen.findByText("Your role in Hawks does not include this.")).toBeTruthy();
  expect(sent).toEqual([]);
});

test("a manager sees the channel's held comments", async () => {
  actAs("manager");
  renderOnPage(<HeldCommentsPage />);
  expect(await screen.findByText("No comments are waiting for your approval.")).toBeTruthy();
});
