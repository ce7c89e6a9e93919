import { CHANNEL_HEADER } from "@app/contract/channel-roles";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ChannelTabs } from "#features/channels/channel-tabs.tsx";
import { chooseChannel } from "#lib/acting-channel.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage, type Sent } from "#testing/page-parts.tsx";
import { HeldCommentsPage } from "./hub-pages.tsx";
import { NumbersPage } from "./numbers-page.tsx";
import { CommentsTab } from "./setting/comments-tab.tsx";

const HAWKS = "0190a1b2-0000-7000-8000-000000000008";
const MAYAS = "0190a1b2-0000-7000-8000-000000000009";

/** Signs in somebody who acts for a team. @param plan null: they have no channel of their own to publish in */
function actAs(role: "manager" | "uploader", plan: "Individual" | null = "Individual"): void {
  const channel = { id: MAYAS, name: "Maya" };
  const teams = [{ id: HAWKS, name: "Hawks", role }];
  setUser({ id: "0190a1b2-0000-7000-8000-000000000001", plan, channel, teams } as never);
  setAccessToken("token");
  chooseChannel(HAWKS);
}

let sent: Sent[] = [];
const SETTINGS = {
  opens_comments: true,
  holds_links: true,
  holds_first: false,
  holds_everything: false,
  slow_mode_s: 0,
  is_forced: false,
  words: ["ref"],
};
const NO_PAGES = { current_page: 1, per_page: 10, total: 0, last_page: 1, next: null };
const answers: [part: RegExp, data: unknown][] = [
  [/held-comments/, { comments: [], total: 0, next: null }],
  [/comment-settings/, SETTINGS],
  [/my-comments/, { comments: [], pagination: NO_PAGES }],
];

beforeEach(() => {
  sent = answerWith((path) => answers.find(([part]) => part.test(path))?.[1] ?? []);
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

test("a manager without a plan finds the channel's comment rules where the queue leads, under its name", async () => {
  actAs("manager", null);
  renderOnPage(<CommentsTab />);
  expect(await screen.findByRole("heading", { name: "Comments on Hawks" })).toBeTruthy();
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/words/i)).value).toBe("ref");
});

test("an uploader with a channel of their own can choose whose rules they see", async () => {
  actAs("uploader");
  renderOnPage(<CommentsTab />);
  expect(await screen.findAllByText("Your role in Hawks does not include this.")).toHaveLength(1);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Channel" }), "Maya");
  expect(await screen.findByRole("heading", { name: "Comments on your channel" })).toBeTruthy();
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/words/i)).value).toBe("ref");
});

test("a manager's own channel lists what is in it, not what the team has", async () => {
  const contents = [anItem({ title: "Of my own" })];
  answerWith((path, headers) => {
    if (!path.includes("/my-contents/video")) return [];
    return { contents: headers.get(CHANNEL_HEADER) === MAYAS ? contents : [], pagination: NO_PAGES };
  });
  actAs("manager");
  const channel = { id: MAYAS, name: "Maya", plan: "Individual", is_own: true } as never;
  renderOnPage(<ChannelTabs channel={channel} tab="video" onTab={() => undefined} about={null} />);
  expect(await screen.findByText("Of my own")).toBeTruthy();
});
