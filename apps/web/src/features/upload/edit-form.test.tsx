import type { Category } from "@app/contract/categories";
import type { ContentItem } from "@app/contract/contents";
import { IMAGE_SET_MESSAGES } from "@app/contract/images";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { flushSync } from "react-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { setUser } from "#lib/session-store.ts";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { EditForm } from "./edit-form.tsx";

const ITEM = {
  id: "0190a1b2-0000-7000-8000-000000000001",
  type: "video",
  title: "Cup final",
  description: "",
  tags: [],
  category: { id: 3, name: "Soccer" },
  visibility: "public",
  publish_at: null,
  comments_open: true,
  revision: 4,
  is_hidden: false,
  state: "ready",
  progress: null,
  fault: null,
  warning: null,
  total_views: 0,
  length: 9,
  trim_from_s: 0,
  published_at: null,
  created_at: "2030-01-01T00:00:00.000Z",
  thumbnail: null,
  thumbnail_small: null,
  frames: [],
  video_content: { hls: null, poster: null, storyboard: null, width_px: null, height_px: null },
  document: null,
  images: [],
  captions: [],
  channel: {
    id: "0190a1b2-0000-7000-8000-000000000002",
    name: "Maya",
    username: "maya",
    channel_profile: null,
    subscriber_count: 0,
  },
  downloads_open: false,
  clip_of: null,
  can: { edit: true, remove: true, retry: false, replace: true, add_images: false, clip: true },
} as unknown as ContentItem;

type Changes = { title?: string; description?: string; revision: number };

/** The changes that were sent; each is answered once `letGo` is called. */
let sent: Changes[] = [];
let letGo: () => void;

let categories: Category[] = [];

beforeEach(() => {
  sent = [];
  categories = [{ ...ITEM.category, image: null }];
  const { promise: isSeen, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    if (!path.includes("/update-content/")) return reply(path.includes("categories") ? categories : []);
    const changes = JSON.parse(String(body)) as Changes;
    sent.push(changes);
    await isSeen;
    return reply({ ...ITEM, ...changes, revision: changes.revision + 1 });
  });
});

const reply = (data: unknown) => Response.json({ code: 200, status: "success", message: "OK", data });

/** Shows the item as it is saved now. */
let refetch: (item: ContentItem) => void;

function open(first = ITEM): void {
  function Page() {
    const [item, setItem] = useState(first);
    refetch = setItem;
    return <EditForm item={item} isDeleted={false} />;
  }
  const root = createRootRoute({ component: Page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
}

const title = () => screen.findByLabelText<HTMLInputElement>("Title");
const description = () => screen.getByLabelText<HTMLTextAreaElement>(/^Description/);
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save changes" });

test("what is typed while it saves stays, is not saved yet, and survives a reload", async () => {
  open();
  await userEvent.type(await title(), ", first half ");
  await userEvent.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.type(description(), "Rain");
  letGo();
  await screen.findByDisplayValue("Cup final, first half", { normalizer: (value) => value });
  expect([(await title()).value, description().value]).toEqual(["Cup final, first half", "Rain"]);
  expect(screen.getByText("Not saved yet")).toBeTruthy();
  cleanup();
  open();
  expect([(await title()).value, description().value]).toEqual(["Cup final, first half", "Rain"]);
  await userEvent.click(save());
  await waitFor(() => expect(screen.queryByText("Not saved yet")).toBeNull());
  expect(sent).toEqual([
    { title: "Cup final, first half", revision: 4 },
    { description: "Rain", revision: 5 },
  ]);
});

test("a picture that was sent survives a reload; if the server has deleted it, the thumbnail is as before", async () => {
  const PICTURE = { id: "a".repeat(32), url: "/media/own.webp" };
  let isThere = true;
  const answer = fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (!path.includes("/content-thumbnail")) return answer(path, init);
    if (isThere) return Promise.resolve(reply(PICTURE));
    const refusal = {
      code: 404,
      status: "error",
      kind: "not_found",
      message: "Not found.",
      errors: {},
      request_id: "1",
    };
    return Promise.resolve(Response.json(refusal, { status: 404 }));
  });
  const own = () => screen.findByRole<HTMLInputElement>("radio", { name: "Your own picture" });
  open();
  await title();
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]);
  await userEvent.upload(screen.getByLabelText("Your own picture"), new File([jpeg], "me.jpg", { type: "image/jpeg" }));
  expect((await own()).checked).toBe(true);
  cleanup();
  open();
  expect((await own()).checked).toBe(true);
  expect(screen.getByText("Not saved yet")).toBeTruthy();
  cleanup();
  isThere = false;
  open();
  await waitFor(() => expect(screen.queryByText("Not saved yet")).toBeNull());
  expect(screen.queryByRole("radio", { name: "Your own picture" })).toBeNull();
});

test.each([
  ["a whole video", 0, false],
  ["a trimmed video", 4, true],
])("for %s, the form says which times the description refers to", async (_, trim_from_s, isSaid) => {
  open({ ...ITEM, trim_from_s });
  await title();
  expect(screen.getByText(/become chapters/).textContent?.includes("times of the whole video")).toBe(isSaid);
});

test("while chapters are written, the form says which rule is still broken", async () => {
  open({ ...ITEM, length: 120 });
  await title();
  const description = screen.getByLabelText(/^Description/);
  const told: [string, string][] = [
    ["0:05 Kick-off", "No chapters yet: the first time must be 0:00."],
    ["0:00 Kick-off\n1:00 Goal", "No chapters yet: 2 of at least 3 found."],
    [
      "0:00 Kick-off\n1:00 Goal\n0:30 Save",
      "No chapters yet: 0:30 must come at least 10 seconds after the time above it.",
    ],
    ["0:00 Kick-off\n1:00 Goal\n1:30 Save", "3 chapters found."],
  ];
  expect(document.body.textContent).not.toMatch(/No chapters yet|chapters found/);
  for (const [text, sentence] of told) {
    fireEvent.change(description, { target: { value: text } });
    await waitFor(() => expect(document.body.textContent).toContain(`the first at 0:00. ${sentence}`));
  }
});

test("chapters outside of what viewers see are not promised", async () => {
  open({ ...ITEM, length: 75, trim_from_s: 20 });
  await title();
  const description = screen.getByLabelText(/^Description/);
  fireEvent.change(description, { target: { value: "0:00 Warm-up\n0:10 Kick-off\n1:00 Goal\n2:00 Whistle" } });
  await waitFor(() =>
    expect(document.body.textContent).toContain("4 chapters found, 2 of them outside of what viewers"),
  );
});

test("a tag that is too long stays in the field, which says so", async () => {
  open();
  await title();
  const tags = screen.getByRole<HTMLInputElement>("textbox", { name: /^Tags/ });
  const long = "a very long tag about the state championship";
  fireEvent.change(tags, { target: { value: `cup, ${long}` } });
  expect(screen.getByText("A tag can have at most 40 characters.")).toBeTruthy();
  expect(tags.value).toBe(long);
  expect(screen.getByRole("list", { name: "Tags" }).textContent).toBe("cup");
});

test("tags beyond the tenth stay in the field, which says so", async () => {
  open();
  await title();
  fireEvent.change(screen.getByRole("textbox", { name: /^Tags/ }), { target: { value: "a,b,c,d,e,f,g,h,i,j,k,l" } });
  expect(screen.getByText("10 tags are added. There is no room for the rest.")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Tags/ }).value).toBe("k, l");
});

const GONE = "This video was deleted, or you may no longer edit it.";

test.each([
  ["an item that is gone, or that is no longer theirs to edit,", 404, "not_found", {}, GONE],
  ["what the server refuses", 422, "invalid_input", { title: ["Too loud."] }, /^Too loud\.$/],
])("saving %s says so", async (_, code, kind, errors, words) => {
  open();
  await userEvent.type(await title(), " replay");
  const refusal = { code, status: "error", kind, message: "Refused.", data: null, errors, request_id: "1" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: code })));
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  const said = await screen.findByText(words);
  expect(screen.queryAllByText(GONE)).toHaveLength(code === 404 ? 1 : 0);
  // Also where the end of the form is out of view.
  if (code === 404) await waitFor(() => expect(document.activeElement?.textContent).toBe(said.textContent));
});

test("the image that is chosen as the thumbnail is saved, also after the set was reordered in another tab", async () => {
  const aSet = (order: string, revision: number): ContentItem => {
    const images = [...order].map((name) => ({
      id: name.repeat(16),
      caption: "",
      alt: "",
      width_px: 9,
      height_px: 9,
      placeholder: null,
      fault: null,
      files: [],
    }));
    const frames = [...order].map((name) => `/media/${name}.webp`);
    return { ...ITEM, type: "image", revision, images, frames, thumbnail: "/media/a.webp" };
  };
  open(aSet("abc", 4));
  await title();
  const reordered = aSet("cab", 5);
  flushSync(() => refetch(reordered));
  const tiles = screen.getAllByRole("radio", { name: /^Image \d of 3$/ });
  const tileOfC = tiles.find((tile) => tile.parentElement?.querySelector("img")?.src.endsWith("/media/c.webp"));
  if (!tileOfC) throw new Error("c is not offered");
  await userEvent.click(tileOfC);
  vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => {
    if (!path.includes("/update-content/")) return Promise.resolve(reply(reordered));
    const changes = JSON.parse(String(body)) as Changes;
    sent.push(changes);
    if (changes.revision === 5) return Promise.resolve(reply({ ...reordered, revision: 6 }));
    const refusal = {
      code: 409,
      status: "error",
      kind: "conflict",
      message: "Changed.",
      errors: { thumbnail: ["Changed."] },
      request_id: "1",
    };
    return Promise.resolve(Response.json(refusal, { status: 409 }));
  });
  await userEvent.click(save());
  await userEvent.click(await screen.findByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  // The first image of what is saved now is c.
  expect(sent[1]).toEqual({ thumbnail: { image: 0 }, revision: 5 });
});

test.each([
  ["is still being processed", "processing", IMAGE_SET_MESSAGES.processing],
  ["could not be processed", "failed", IMAGE_SET_MESSAGES.failed],
] as const)(
  "of a set that %s, texts of images are refused with the reason, not as changes of others",
  async (_, state, message) => {
    const images = [{ id: "a".repeat(16), caption: "", alt: "", width_px: 9, height_px: 9, fault: null, files: [] }];
    const item = { ...ITEM, type: "image", state, images } as unknown as ContentItem;
    open(item);
    const caption = await screen.findByLabelText<HTMLInputElement>(/^Caption/);
    await userEvent.type(caption, "The lap");
    const refusal = { code: 409, status: "error", kind: "conflict", message, errors: {}, request_id: "1" };
    vi.stubGlobal("fetch", async (path: string) =>
      path.includes("/update-content/") ? Response.json(refusal, { status: 409 }) : reply(item),
    );
    await userEvent.click(save());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Keep mine" })).toBeNull();
    expect(caption.value).toBe("The lap");
  },
);

test("a category that is no longer offered is shown as the item's own, until another one is chosen", async () => {
  categories = [{ id: 5, name: "Rowing", image: null }];
  open();
  await title();
  const category = screen.getByLabelText<HTMLSelectElement>("Category");
  await waitFor(() => expect(category.selectedOptions[0]?.textContent).toBe("Soccer (no longer offered)"));
  await userEvent.selectOptions(category, "Rowing");
  await userEvent.click(save());
  await waitFor(() => expect(sent).toEqual([{ category_id: 5, revision: 4 }]));
});

const OTHER_CHANNEL = "0190a1b2-0000-7000-8000-000000000005";
const HAWKS = { id: ITEM.channel.id, name: "Hawks", role: "manager" };

test.each([
  ["an athlete's own", { plan: "Individual", channel: ITEM.channel, teams: [] }, "Only you can watch it."],
  ["a team's own", { plan: "Team", channel: ITEM.channel, teams: [] }, "Only you and your team can watch it."],
  [
    "that of a team they help to run",
    { plan: "Individual", channel: { id: OTHER_CHANNEL, name: "Ana" }, teams: [HAWKS] },
    "Only you and your team can watch it.",
  ],
])("the form says who can watch a private video: %s channel", async (_, user, sentence) => {
  setUser({ id: OTHER_CHANNEL, ...user } as never);
  open();
  await title();
  expect(screen.getByText(/^Only you .*can watch it\.$/).textContent).toBe(sentence);
  setUser(null);
});
