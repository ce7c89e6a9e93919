import type { Comment } from "@app/contract/comments";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { dispatchItem } from "#lib/live.ts";
import { aComment } from "#testing/a-comment.ts";
import { anItem } from "#testing/an-item.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { Toaster } from "#ui/toaster.tsx";
import { CommentSection } from "./comment-section.tsx";

const ITEM = anItem();
const NAMES = ["Ana", "Ben", "Cleo"];

let comments: Comment[] = [];
/** The pages of the list after the first one. */
let older: Comment[][] = [];
/** The comment that newer ones are before. */
let previous: Comment["id"] | null = null;
/** Those that do not come with their comment, in pages. */
let laterReplies: Comment[][] = [];
let isRefused = false;
/** What is sent gets its reply only then. */
let held: Promise<unknown> | null = null;
let faults: Record<string, string[]> = {};
/** For each beginning, the people to mention, at once or later. */
let people: Record<string, unknown> = {};

beforeEach(() => {
  [comments, laterReplies, isRefused] = [NAMES.map((name, at) => aComment(name, at)), [], false];
  [people, faults, older, previous, held] = [{}, {}, [], null, null];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    if (isRefused && path.includes("after=")) return Response.json(toReply(500, null), { status: 500 });
    if (method !== "GET") await held;
    if (method !== "GET" && isRefused) {
      if (held === null) await screen.findByText("Sending…");
      return Response.json(toReply(500, null, faults), { status: 500 });
    }
    return Response.json(toReply(200, await answer(path, method, JSON.parse(String(body ?? "null")))));
  });
});

function answer(path: string, method: string | undefined, sent: { text: string; parent_id: string } | null): unknown {
  if (method === "DELETE") {
    comments = comments.filter(({ id, replies }) => !path.endsWith(id) || replies.length > 0);
    comments = comments.map((one) => (path.endsWith(one.id) ? { ...one, text: null, author: null } : one));
    laterReplies = laterReplies.map((page) => page.filter(({ id }) => !path.endsWith(id)));
    return null;
  }
  if (path.includes("/edit-comment/")) {
    comments = comments.map((one) =>
      path.endsWith(one.id) ? { ...one, text: sent?.text ?? "", is_edited: true } : one,
    );
    return comments.find(({ id }) => path.endsWith(id));
  }
  if (path.includes("/add-comment/")) {
    const reply = {
      ...aComment("You", 7),
      text: sent?.text ?? "",
      parent_id: (sent?.parent_id ?? null) as Comment["parent_id"],
    };
    comments = comments.map((one) => (one.id === reply.parent_id ? { ...one, replies: [reply] } : one));
    return reply;
  }
  if (path.includes("/comment-people/")) return people[path.split("search=")[1] ?? ""] ?? [];
  if (path.includes("/comment-replies/")) {
    const { page, next } = pageBehind(path, laterReplies);
    return { replies: page, cursors: { earlier: null, later: next } };
  }
  const { page, next } = pageBehind(path, [comments, ...older]);
  return {
    rules: { is_open: true, slow_mode_s: 0 },
    total: comments.length,
    pinned: null,
    comments: page,
    pagination: { current_page: 1, per_page: 10, total: comments.length, last_page: 1, next, previous },
  };
}

/** @returns the page behind the cursor in the path, or the first one */
function pageBehind(path: string, pages: Comment[][]) {
  const at =
    pages.findIndex((page) => page.some(({ id }) => /(?:after|before)=(.+)/.exec(path)?.[1]?.startsWith(id))) + 1;
  return { page: pages[at], next: at + 1 < pages.length ? (pages[at]?.at(-1)?.id ?? null) : null };
}

function toReply(code: number, data: unknown, errors = {}): unknown {
  return { code, status: code === 200 ? "success" : "error", message: "OK", data, errors };
}

const open = () => renderOnPage(<CommentSection item={ITEM} focusId={null} />);
const commentBy = (name: string) => screen.findByRole("article", { name: `Comment by ${name}` });
const menuOf = async (name: string) => within(await commentBy(name)).findByRole("button", { name: /^More actions/ });
const replyButtonOf = (name: string) => screen.findByRole("button", { name: `Reply to ${name}` });
const composer = () => screen.findByRole("textbox", { name: "Add a comment" });

async function choose(name: string, action: string): Promise<void> {
  await userEvent.click(await menuOf(name));
  await userEvent.click(await screen.findByRole("menuitem", { name: action }));
}

const WAYS_OUT = [
  ["Enter", () => userEvent.keyboard("!{Enter}")],
  ["Escape", () => userEvent.keyboard("!{Escape}")],
  ["Cancel", async () => userEvent.click(screen.getByRole("button", { name: "Cancel" }))],
] as const;

test.each(WAYS_OUT)("after an edit, %s gives the focus back to the comment's menu", async (_, leave) => {
  open();
  await choose("Ben", "Edit");
  expect(document.activeElement).toBe(await screen.findByRole("textbox", { name: "Edit your comment" }));
  await leave();
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Edit your comment" })).toBeNull());
  expect(document.activeElement).toBe(await menuOf("Ben"));
});

test.each(WAYS_OUT)("after a reply, %s gives the focus back to the Reply button", async (_, leave) => {
  open();
  await userEvent.click(await replyButtonOf("Ben"));
  expect(document.activeElement).toBe(await screen.findByRole("textbox", { name: "Reply to Ben" }));
  await leave();
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Reply to Ben" })).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await replyButtonOf("Ben")));
});

test.each([
  ["comment", () => composer()],
  [
    "reply",
    async () => {
      await userEvent.click(await replyButtonOf("Ben"));
      return screen.findByRole("textbox", { name: "Reply to Ben" });
    },
  ],
])("screen readers hear that a %s is posted", async (kind, begin) => {
  renderOnPage(
    <>
      <CommentSection item={ITEM} focusId={null} />
      <Toaster />
    </>,
  );
  await userEvent.type(await begin(), "Well said{Enter}");
  expect((await screen.findByText(`Your ${kind} is posted.`)).closest("[aria-live=polite]")).not.toBeNull();
});

test("what is wrong with a comment is said below it", async () => {
  [isRefused, faults] = [true, { text: ["A comment can mention at most 20 people"] }];
  open();
  await userEvent.type(await composer(), "Everybody{Enter}");
  expect(await screen.findByText("A comment can mention at most 20 people")).toBeTruthy();
});

test("a link to a comment that is followed again moves the focus there again", async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const id = comments[1]?.id ?? null;
  let follow: (id: Comment["id"] | null) => void = () => undefined;
  const Page = () => {
    const [focusId, setFocusId] = useState(id);
    follow = setFocusId;
    return <CommentSection item={ITEM} focusId={focusId} />;
  };
  renderOnPage(<Page />);
  await waitFor(async () => expect(document.activeElement).toBe(await commentBy("Ben")));
  act(() => follow(null));
  (await composer()).focus();
  act(() => follow(id));
  await waitFor(async () => expect(document.activeElement).toBe(await commentBy("Ben")));
});

test("a reply that could not be sent keeps the focus in its form, also after a reload", async () => {
  isRefused = true;
  open();
  await userEvent.click(await replyButtonOf("Ben"));
  await userEvent.keyboard("Well said");
  cleanup();
  open();
  await userEvent.type(await screen.findByRole("textbox", { name: "Reply to Ben" }), "!{Enter}");
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Reply to Ben" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe("Well said!");
});

function holdReplies(): () => Promise<void> {
  const gate = Promise.withResolvers<void>();
  held = gate.promise;
  return () => act(async () => gate.resolve());
}

test("a reply that is posted leaves another one open that was begun meanwhile", async () => {
  haveMoreReplies(["Dana"]);
  const release = holdReplies();
  open();
  await userEvent.click(await replyButtonOf("Ben"));
  await userEvent.keyboard("Well said{Enter}");
  await userEvent.click(await replyButtonOf("Dana"));
  const field = await screen.findByRole("textbox", { name: "Reply to Dana" });
  await release();
  expect(await screen.findByText("Well said")).toBeTruthy();
  expect([field.isConnected, document.activeElement]).toEqual([true, field]);
});

test.each([
  ["edit", () => choose("Ben", "Edit"), () => userEvent.keyboard("!{Enter}{Escape}")],
  [
    "reply",
    async () => userEvent.click(await replyButtonOf("Ben")),
    async () => {
      await userEvent.keyboard("Well said{Enter}");
      await userEvent.click(await replyButtonOf("Dana"));
    },
  ],
])("why it failed is said although the form is closed: %s", async (_, begin, leave) => {
  haveMoreReplies(["Dana"]);
  isRefused = true;
  const release = holdReplies();
  renderOnPage(
    <>
      <CommentSection item={ITEM} focusId={null} />
      <Toaster />
    </>,
  );
  await begin();
  await leave();
  await release();
  expect(await screen.findByText("OK")).toBeTruthy();
});

test.each([
  ["edit", "Edit your comment", () => choose("Ben", "Edit")],
  ["reply", "Reply to Ben", async () => userEvent.click(await replyButtonOf("Ben"))],
])("Escape closes the form and keeps the draft of an %s; Cancel discards it", async (_, label, begin) => {
  open();
  await begin();
  await userEvent.keyboard(" and more{Escape}");
  expect(screen.queryByRole("textbox", { name: label })).toBeNull();
  await begin();
  const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: label });
  expect((await field()).value).toContain("and more");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  cleanup();
  open();
  await commentBy("Ben");
  expect(screen.queryByRole("textbox", { name: label })).toBeNull();
  await begin();
  expect((await field()).value).not.toContain("and more");
});

test("after a comment is deleted, the focus is on the next one, then the one before, then the form", async () => {
  open();
  const remove = async (name: string) => {
    await choose(name, "Delete");
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("article", { name: `Comment by ${name}` })).toBeNull());
  };
  await remove("Ben");
  await waitFor(async () => expect(document.activeElement).toBe(await commentBy("Cleo")));
  await remove("Cleo");
  await waitFor(async () => expect(document.activeElement).toBe(await commentBy("Ana")));
  await remove("Ana");
  await waitFor(async () => expect(document.activeElement).toBe(await composer()));
});

test("after a comment with replies is deleted, the focus is on the first of them", async () => {
  const [ana, ben, ...others] = comments as [Comment, Comment];
  comments = [ana, { ...ben, replies: [{ ...aComment("Dana", 8), parent_id: ben.id }] }, ...others];
  open();
  await choose("Ben", "Delete");
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText("[deleted]");
  await waitFor(async () => expect(document.activeElement).toBe(await commentBy("Dana")));
});

test("while a longer beginning of a name is searched, Enter chooses from those that still match", async () => {
  const person = (username: string) => ({ username, name: `The ${username}`, profile_url: null });
  people = { ma: [person("max"), person("maya")], may: new Promise(() => undefined) };
  open();
  await userEvent.type(await composer(), "Well done @ma");
  await screen.findByRole("option", { name: /@maya/ });
  await userEvent.keyboard("y");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("@maya"),
  ]);
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByDisplayValue("Well done @maya ", { normalizer: (text) => text })).toBeTruthy();
  expect(screen.queryByText("Sending…")).toBeNull();
});

test("an @ in a web address suggests nobody, and Enter sends it", async () => {
  people = { ma: [{ username: "maya", name: "Maya", profile_url: null }] };
  open();
  await userEvent.type(await composer(), "@ma");
  await screen.findByRole("option", { name: /@maya/ });
  await userEvent.clear(await composer());
  await userEvent.type(await composer(), "See https://example.org/@ma");
  expect(screen.queryByRole("option")).toBeNull();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect((await composer()) as HTMLTextAreaElement).toHaveProperty("value", ""));
});

/** More replies to Ben than come with him. */
function haveMoreReplies(...pages: string[][]): void {
  const [ana, ben, ...others] = comments as [Comment, Comment];
  const reply = (name: string) => ({ ...aComment(name, name.charCodeAt(0)), parent_id: ben.id });
  const [first, ...later] = pages.map((names) => names.map(reply));
  laterReplies = later;
  const cursor = first?.at(-1)?.id ?? null;
  comments = [ana, { ...ben, replies: first ?? [], replies_cursors: { earlier: null, later: cursor } }, ...others];
}

const showReplies = async () => userEvent.click(await screen.findByRole("button", { name: "Show more replies" }));

test("replies that were loaded on demand follow what happens: a deleted one goes, a new one appears", async () => {
  haveMoreReplies(["Dana"], ["Eve", "Finn"]);
  const { queries } = open();
  await showReplies();
  await choose("Eve", "Delete");
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("article", { name: "Comment by Eve" })).toBeNull());
  laterReplies = [[...(laterReplies[0] ?? []), aComment("Gus", 71)]];
  await queries.invalidateQueries();
  expect(await commentBy("Gus")).toBeTruthy();
});

test("after more replies are shown with the keyboard, the focus is on the first of them", async () => {
  haveMoreReplies(["Dana"], ["Eve", "Finn"]);
  open();
  (await screen.findByRole("button", { name: "Show more replies" })).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect(document.activeElement).toBe(await commentBy("Eve")));
  expect(screen.queryByRole("button", { name: "Show more replies" })).toBeNull();
});

test("why newer comments could not be shown is said", async () => {
  [isRefused, previous] = [true, comments[0]?.id ?? null];
  renderOnPage(
    <>
      <CommentSection item={ITEM} focusId={null} />
      <Toaster />
    </>,
  );
  const button = await screen.findByRole("button", { name: "Show newer comments" });
  await userEvent.click(button);
  expect(await screen.findByText("OK")).toBeTruthy();
  await waitFor(() => expect([button.ariaBusy, document.activeElement]).toEqual([null, button]));
});

test("in a long list, changes of others are offered, and an own comment is none", async () => {
  older = ["Dana", "Eve", "Finn"].map((name) => [aComment(name, name.charCodeAt(0))]);
  open();
  await commentBy("Finn");
  const offer = () => screen.queryByRole("button", { name: "Show changes" });
  act(() => dispatchItem(ITEM.id, "comments.changed"));
  comments = [aComment("Gus", 71), ...comments];
  (await screen.findByRole("button", { name: "Show changes" })).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect(document.activeElement).toBe(await commentBy("Gus")));
  await waitFor(() => expect(offer()).toBeNull());

  await userEvent.type(await composer(), "Well said{Enter}");
  await waitFor(() => expect(screen.queryByText("Sending…")).toBeNull());
  act(() => dispatchItem(ITEM.id, "comments.changed"));
  expect(offer()).toBeNull();
});

test("opened replies stay open when one of those above them is deleted", async () => {
  haveMoreReplies(["Dana"], ["Eve"], ["Finn"]);
  const { queries } = open();
  await showReplies();
  await commentBy("Eve");
  haveMoreReplies(["Eve"], ["Finn"]);
  await queries.invalidateQueries();
  expect(await commentBy("Finn")).toBeTruthy();
  expect(screen.getAllByRole("article", { name: "Comment by Eve" })).toHaveLength(1);
});

test("in another order, the comments and the text that was begun stay until the others have come", async () => {
  open();
  await userEvent.type(await composer(), "To be continued");
  const top = await screen.findByRole("button", { name: "Top" });
  await userEvent.click(top);
  expect(await commentBy("Ana")).toBeTruthy();
  expect(document.activeElement).toBe(top);
  await waitFor(() => expect(screen.getByRole("list", { name: "Comments" }).parentElement?.ariaBusy).toBeNull());
  expect([document.activeElement, await composer()]).toEqual([top, screen.getByDisplayValue("To be continued")]);
});
