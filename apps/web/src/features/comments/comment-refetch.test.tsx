import type { Comment } from "@app/contract/comments";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { dispatch, dispatchItem } from "#lib/live.ts";
import { aComment } from "#testing/a-comment.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { CommentSection } from "./comment-section.tsx";

const ITEM = anItem();
const COMMENTS = ["Ana", "Ben"].map(aComment);

/** Above the ones that the list begins with. */
let newer: Comment[] = [];
/** They are sent only then. */
let gate: Promise<void> | null = null;
/** The person's own, which is in no list. */
let own = aComment("You", 80);

beforeEach(() => {
  [newer, gate, own] = [[aComment("Gus", 71)], null, { ...aComment("You", 80), is_held: true }];
  answerWith(async (path) => {
    if (path.includes("/add-comment/")) return own;
    if (path.includes(`around=${own.id}`)) return toPage([own], { next: null, previous: null });
    if (path.includes("after=")) {
      const page = newer;
      await gate;
      return toPage(page, { next: page.at(-1)?.id, previous: null });
    }
    return toPage(COMMENTS, { next: null, previous: path.includes("before=") ? null : COMMENTS[0]?.id });
  });
});

function toPage(comments: Comment[], cursors: { next: unknown; previous: unknown }) {
  const pagination = { current_page: 1, per_page: 10, total: 3, last_page: 1, ...cursors };
  return { rules: { is_open: true, slow_mode_s: 0 }, total: 3, pinned: null, comments, pagination };
}

const commentBy = (name: string) => screen.findByRole("article", { name: `Comment by ${name}` });
const showNewer = async () => userEvent.click(await screen.findByRole("button", { name: "Show newer comments" }));

test("after newer comments are shown, the older ones stay when all are fetched again", async () => {
  const { queries } = renderOnPage(<CommentSection item={ITEM} focusId={null} />);
  await showNewer();
  await commentBy("Gus");
  newer = [aComment("Hal", 72), ...newer];
  await queries.invalidateQueries();
  expect(await commentBy("Hal")).toBeTruthy();
  expect(screen.getAllByRole("article").map((one) => one.ariaLabel)).toEqual(
    ["Hal", "Gus", "Ana", "Ben"].map((name) => `Comment by ${name}`),
  );
});

test("an event about the comments leaves newer ones under way, and is followed after them", async () => {
  const { queries } = renderOnPage(<CommentSection item={ITEM} focusId={null} />);
  const before = Promise.withResolvers<void>();
  gate = before.promise;
  await showNewer();
  act(() => dispatchItem(ITEM.id, "comments.changed"));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(queries.isFetching()).toBe(1);
  [newer, gate] = [[aComment("Hal", 72), ...newer], null];
  await act(async () => before.resolve());
  expect(await commentBy("Gus")).toBeTruthy();
  expect(await commentBy("Hal")).toBeTruthy();
});

test("an own comment that no list contains waits for approval until it is approved", async () => {
  renderOnPage(<CommentSection item={ITEM} focusId={null} />);
  await userEvent.type(await screen.findByRole("textbox", { name: "Add a comment" }), "Well said{Enter}");
  await screen.findByText("Waiting for approval");
  own = { ...own, is_held: false };
  act(() => dispatch("held_comments.changed", {}));
  await waitFor(() => expect(screen.queryByText("Waiting for approval")).toBeNull());
  expect(await commentBy("You")).toBeTruthy();
});
