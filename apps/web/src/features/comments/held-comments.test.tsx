import type { HeldComment } from "@app/contract/comment-rules";
import { commentId, contentId } from "@app/contract/ids";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { HeldComments } from "./held-comments.tsx";

const NAMES = ["Ana", "Ben", "Cleo"];
const CONTENT = { id: contentId.parse("0190a1b2-0000-7000-8000-000000000001"), type: "video", title: "Final" } as const;

let waiting: HeldComment[] = [];
let sent: { path: string; body: unknown }[] = [];
/** Ends the decision that was sent: whether the server takes it. */
let reply: (isTaken: boolean) => void = () => undefined;

beforeEach(() => {
  [waiting, sent] = [NAMES.map(held), []];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    if (method === "GET") return Response.json(replyOf(200, { comments: waiting, total: waiting.length, next: null }));
    sent.push({ path, body: JSON.parse(String(body ?? "null")) });
    const isTaken = await new Promise<boolean>((resolve) => {
      reply = resolve;
    });
    if (isTaken) waiting = waiting.filter(({ comment }) => !path.endsWith(comment.id));
    return isTaken ? Response.json(replyOf(200, null)) : Response.json(replyOf(500, null), { status: 500 });
  });
});

test.each([
  [
    "the first comment",
    { of: "Ana", key: "a", at: 0, body: { decision: "approve", text: "Well played" }, left: ["Ben", "Cleo"] },
  ],
  ["the last comment", { of: "Cleo", key: "d", at: 2, body: { decision: "remove" }, left: ["Ana", "Ben"] }],
])(
  "a decision takes %s away at once, and moves the focus to the one beside it",
  async (_, { of, key, at, body, left }) => {
    await openQueue();
    (await theirs(of)).focus();
    await userEvent.keyboard(key);
    await waitFor(() => expect(shown()).toEqual(left));
    expect(document.activeElement).toBe(await theirs("Ben"));
    expect(sent).toEqual([{ path: `/api/v1/held-comment/${idOf(at)}`, body }]);

    reply(true);
    expect(await screen.findByText("2 comments are waiting for your approval.")).toBeTruthy();
    expect(document.activeElement).toBe(await theirs("Ben"));
  },
);

test("a comment whose decision failed comes back in its place", async () => {
  await openQueue();
  (await theirs("Ben")).focus();
  await userEvent.keyboard("h");
  await waitFor(() => expect(shown()).toEqual(["Ana", "Cleo"]));
  expect(sent).toEqual([{ path: `/api/v1/hide-commenter/${idOf(1)}`, body: {} }]);
  reply(false);
  await waitFor(() => expect(shown()).toEqual(NAMES));
});

test("a key that is held down decides once", async () => {
  await openQueue();
  (await theirs("Ana")).focus();
  await userEvent.keyboard("{d>3/}");
  expect(shown()).toEqual(["Ben", "Cleo"]);
  expect(sent).toHaveLength(1);
});

test("letters typed with a modifier, or in a control, decide nothing", async () => {
  await openQueue();
  (await theirs("Ana")).focus();
  await userEvent.keyboard("{Control>}a{/Control}");
  screen.getByRole("button", { name: "Delete: comment by Ana" }).focus();
  await userEvent.keyboard("a");
  expect(sent).toEqual([]);
  expect(shown()).toEqual(NAMES);
});

async function openQueue(): Promise<void> {
  renderOnPage(<HeldComments />);
  await theirs("Ana");
}

const theirs = (name: string) => screen.findByRole("article", { name: `Comment by ${name}` });
const shown = () =>
  screen.queryAllByRole("article").map((item) => item.getAttribute("aria-label")?.replace("Comment by ", ""));
const idOf = (at: number) => commentId.parse(`0190a1b2-0000-7000-8000-00000000001${at}`);
const replyOf = (code: number, data: unknown) => ({
  code,
  status: code === 200 ? "success" : "error",
  message: "OK",
  data,
});

function held(name: string, at: number): HeldComment {
  return {
    reason: "first",
    content: CONTENT,
    comment: {
      id: idOf(at),
      parent_id: null,
      text: "Well played",
      created_at: "2026-02-03T10:00:00.000Z",
      is_edited: false,
      is_held: true,
      is_pinned: false,
      is_hearted: false,
      liked: false,
      total_likes: 0,
      total_replies: 0,
      mentions: [],
      can: { reply: false, edit: false, remove: true, heart: false, pin: false, hide_author: true },
      author: { name, username: name, channel_id: null, profile_url: null, is_owner: false, is_you: false },
    },
  };
}

test("what is not counted to the end is shown as such", async () => {
  answerWith(() => ({ comments: waiting, total: 100, next: null }));
  renderOnPage(<HeldComments />);
  expect(await screen.findByText("100+ comments are waiting for your approval.")).toBeTruthy();
});
