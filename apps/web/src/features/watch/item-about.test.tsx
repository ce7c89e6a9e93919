import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { useSessionStore } from "#lib/session-store.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ItemAbout, ItemNotices, ItemPlaceholder } from "./item-about.tsx";

const EDITABLE = { edit: true, remove: true, retry: false, replace: false, add_images: false, clip: false };
const FAILED = anItem({ state: "failed", fault: "The file is cut off." });

afterEach(() => {
  vi.unstubAllGlobals();
  useSessionStore.setState({ user: null });
});

test.each([
  ["staff", EDITABLE, ["Edit"]],
  ["those who run the channel", { ...EDITABLE, replace: true, add_images: false, clip: true }, ["Edit", "Clip"]],
])("%s are offered what they may do", async (_, can, offered) => {
  renderOnPage(<ItemAbout item={anItem({ can })} channelCard={null} reactions={null} />);
  expect(await screen.findByText("Cup final")).toBeTruthy();
  const names = screen.getAllByRole("link").map(({ textContent }) => textContent);
  expect(names.filter((name) => name === "Edit" || name === "Clip")).toEqual(offered);
});

test("times in the description of a trimmed video are shown as in the player, and those outside the trim are struck out", async () => {
  const onSeek = vi.fn();
  const item = anItem({ description: "0:00 Warm-up\n1:30 Goal\n5:00 Whistle", length: 60, trim_from_s: 60 });
  renderOnPage(<ItemAbout item={item} channelCard={null} reactions={null} onSeek={onSeek} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Play from\s*0:30$/ }));
  expect(onSeek).toHaveBeenCalledWith(30);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect([...document.querySelectorAll("s")].map(({ textContent }) => textContent)).toEqual(["0:00", "5:00"]);
});

test("a title and a description have the direction of their words", async () => {
  const item = anItem({ title: "גמר הגביע!", description: "כל השערים." });
  renderOnPage(<ItemAbout item={item} channelCard={null} reactions={null} />);
  expect((await screen.findByRole("heading", { name: "גמר הגביע!" })).dir).toBe("auto");
  expect(screen.getByText("כל השערים.").dir).toBe("auto");
});

test("the owner of a scheduled item reads when it becomes public", async () => {
  const item = anItem({ visibility: "private", publish_at: "2030-03-01T12:00:00.000Z" });
  renderOnPage(<ItemAbout item={item} channelCard={null} reactions={null} />);
  expect(await screen.findByText(/^Scheduled for March 1, 2030 at /)).toBeTruthy();
  expect(screen.queryByText("Private")).toBeNull();
});

test.each([
  ["video", "failed", "There is nothing to play."],
  ["document", "failed", "There is nothing to read."],
  ["document", "processing", "Getting ready…"],
] as const)("a %s that is %s shows a message in its place", (type, state, sentence) => {
  render(<ItemPlaceholder item={anItem({ type, state })} />);
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("the owner of a failed item reads why, and Retry has it processed again", async () => {
  const item = { ...FAILED, can: { ...FAILED.can, retry: true } };
  const sent = answerWith(() => ({ ...item, state: "processing", fault: null }));
  renderOnPage(<ItemNotices item={item} />);
  expect(await screen.findByText("The file is cut off.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await vi.waitFor(() => expect(sent[0]?.path).toMatch(/content\/[^/]+\/retry$/));
});

test.each([
  ["its owner", false],
  ["staff, with the way to the console", true],
])("an item that staff have hidden says so to %s", async (_, isStaff) => {
  const can = { upload: true, refer: false, administer: isStaff };
  useSessionStore.setState({ user: { can, plan: "Individual", teams: [] } as never });
  renderOnPage(<ItemNotices item={anItem({ is_hidden: true })} />);
  expect(await screen.findByText("This video is hidden.")).toBeTruthy();
  expect(screen.queryAllByRole("link", { name: "Open in the console" })).toHaveLength(isStaff ? 1 : 0);
});

test("somebody else has no Retry", async () => {
  renderOnPage(<ItemNotices item={FAILED} />);
  expect(await screen.findByText("This video could not be processed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});
