import type { OpenUpload } from "@app/contract/uploads";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseChannel } from "#lib/acting-channel.ts";
import { saveFormDraft } from "#lib/form-drafts.ts";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { anItem } from "#testing/an-item.ts";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { ChannelSwitcher } from "#ui/page-links.tsx";
import { openImage, readSet, saveSet, setFormName } from "./image-set.ts";
import { emptyDraft } from "./upload-draft.ts";
import { UploadImages } from "./upload-images.tsx";

const CLUB = "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f13";

const MAYA = {
  id: "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f11",
  type: "Earner",
  plan: "Individual",
  username: "maya",
  email: "maya@club.test",
  full_name: "Maya",
  profile_url: null,
  is_staff: false,
  has_blocks: false,
  channel: { id: "6b0e8a52-57a4-4f0e-9a57-0f6ad22b1f12", name: "Maya" },
  teams: [{ id: CLUB, name: "The club", role: "uploader" }],
  can: { upload: true, refer: false, administer: false },
};

const upload = (id: string, file_name: string) =>
  ({
    id,
    type: "image",
    file_name,
    size_bytes: 9,
    offset_bytes: 9,
    frames: [],
    processing: null,
    started_at: "2030-01-01T00:00:00.000Z",
    expires_at: "2030-01-08T00:00:00.000Z",
    awaits_frames: false,
    check: { ok: true, message: null, length: null },
    replaces: null,
  }) as unknown as OpenUpload;
const START = upload("0190a1b2000070008000000000000001", "start.jpg");
const FINISH = upload("0190a1b2000070008000000000000002", "finish.jpg");

const CUT = {
  ...upload("0190a1b2000070008000000000000003", "cut.jpg"),
  check: { ok: false, message: "This image is cut off.", length: null },
};

let isDown = false;
let left: OpenUpload[] = [];
/** What was sent to publish the set. */
let published: { images: { upload_id: string }[]; thumbnail: unknown } | null = null;
/** The reply to it; null: none. */
let refusal: { code: number; [more: string]: unknown } | null = null;

beforeEach(() => {
  isDown = false;
  published = null;
  refusal = null;
  left = [START, FINISH];
  setUser(MAYA as never);
  setAccessToken("token");
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (path: string, { headers, body }: RequestInit) => {
    const isClub = new Headers(headers).get("x-channel") === CLUB;
    if (path.endsWith("/content-upload")) {
      published = JSON.parse(String(body));
      return refusal === null ? new Promise(() => undefined) : Response.json(refusal, { status: refusal.code });
    }
    if (isDown) return Response.json({ code: 500, status: "error", message: "Down", data: null }, { status: 500 });
    return Response.json({ code: 200, status: "success", message: "OK", data: dataOf(path, isClub) });
  });
  saveSet("own", [{ ...openImage(FINISH), caption: "The finish" }, openImage(START)]);
});

afterEach(() => {
  cleanup();
  chooseChannel(null);
  setUser(null);
  setAccessToken(null);
});

function dataOf(path: string, isClub: boolean): unknown {
  if (path.endsWith("/my-uploads")) return isClub ? [] : left;
  if (path.includes("/my-uploads/")) return left.find(({ id }) => path.includes(id));
  if (path.includes("comment-default")) return { opens_comments: true };
  if (path.endsWith("/categories")) return [{ id: 3, name: "Soccer" }];
  if (path.includes("my-storage")) return { used_bytes: 0, total_bytes: 1 };
  return [];
}

function open(): void {
  const Page = () => (
    <>
      <ChannelSwitcher label="Publish as" />
      <UploadImages />
    </>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  });
  renderWithQueries(<RouterProvider router={router as never} />);
}

const names = () => screen.queryAllByText(/^\w+\.jpg$/).map((name) => name.textContent);
const publishAs = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Publish as" });

test("a list that another page loaded before the images were uploaded does not shorten the set", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(["uploads"], []);
  const root = createRootRoute({ component: UploadImages });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  expect(await screen.findByDisplayValue("The finish")).toBeTruthy();
  expect(readSet("own", left)).toHaveLength(2);
});

test("Retry shows a set whose uploads could not be listed", async () => {
  isDown = true;
  open();
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.queryByText("Drop your images here")).toBeNull();
  isDown = false;
  await userEvent.click(retry);
  expect(await screen.findByDisplayValue("The finish")).toBeTruthy();
  expect(names()).toEqual(["finish.jpg", "start.jpg"]);
});

test("without a set, new images can be chosen although the uploads cannot be listed", async () => {
  saveSet("own", []);
  isDown = true;
  open();
  expect(await screen.findByText("Drop your images here")).toBeTruthy();
});

test("a set stays with its channel: another channel can be chosen only while there is no set, and no set is lost", async () => {
  chooseChannel(CLUB);
  open();
  await screen.findByText("Drop your images here");
  const channel = await publishAs();
  expect(channel.disabled).toBe(false);
  await userEvent.selectOptions(channel, "Maya");
  expect(await screen.findByDisplayValue("The finish")).toBeTruthy();
  expect(names()).toEqual(["finish.jpg", "start.jpg"]);
  await waitFor(() => expect(channel.disabled).toBe(true));
  expect(readSet("own", [START, FINISH]).map(({ caption }) => caption)).toEqual(["The finish", ""]);
});

test("only an image that is being dragged is moved, and a file dropped on an image is not opened", async () => {
  open();
  await screen.findByDisplayValue("The finish");
  const [first, second] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  const preview = first.querySelector("[draggable=true]") as HTMLElement;
  fireEvent.dragStart(preview, { dataTransfer: {} });
  fireEvent.dragEnter(second);
  expect(names()).toEqual(["start.jpg", "finish.jpg"]);
  fireEvent.drop(second, { dataTransfer: { files: [] } });
  fireEvent.dragEnd(preview);
  fireEvent.dragEnter(second);
  expect(names()).toEqual(["start.jpg", "finish.jpg"]);
  expect(fireEvent.drop(second, { dataTransfer: { files: [] } })).toBe(false);
});

test("an image goes back to its place if Escape ends the drag, and stays if it is dropped between two images", async () => {
  open();
  await screen.findByDisplayValue("The finish");
  const drag = (end: "Escape" | "drop") => {
    const [first, second] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
    const preview = first.querySelector("[draggable=true]") as HTMLElement;
    fireEvent.dragStart(preview, { dataTransfer: {} });
    fireEvent.dragEnter(second);
    expect(names()).toEqual(["start.jpg", "finish.jpg"]);
    const list = first.parentElement as HTMLElement;
    // The browser takes a drop only where both are prevented.
    expect([fireEvent.dragEnter(list), fireEvent.dragOver(list)]).toEqual([false, false]);
    if (end === "drop") fireEvent.drop(list, { dataTransfer: { files: [] } });
    fireEvent.dragEnd(preview);
  };
  drag("Escape");
  expect(names()).toEqual(["finish.jpg", "start.jpg"]);
  expect(screen.getByText("finish.jpg is now image 1 of 2.")).toBeTruthy();
  drag("drop");
  expect(names()).toEqual(["start.jpg", "finish.jpg"]);
});

const jpeg = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { type: "image/jpeg" });
const count = () => screen.queryAllByRole("button", { name: /^Remove image/ }).length;
const drop = async (files: File[]) => {
  const zone = (await screen.findByText("Drop your images here")).parentElement ?? document.body;
  fireEvent.drop(zone, { dataTransfer: { files } });
};

test("unfinished uploads show their progress, and can be added all at once or deleted", async () => {
  saveSet("own", []);
  left = [FINISH, { ...START, started_at: "2029-12-31T00:00:00.000Z", offset_bytes: 3, check: null }];
  open();
  await screen.findByRole("button", { name: "Add all" });
  expect(screen.getAllByText(/%$/).map((share) => share.closest("li")?.textContent)).toEqual([
    expect.stringMatching(/^start\.jpg33%/),
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Delete start.jpg" }));
  await userEvent.click(await screen.findByRole("button", { name: "Keep it" }));
  await userEvent.click(screen.getByRole("button", { name: "Add all" }));
  await waitFor(() => expect(count()).toBe(2));
  // In the order in which they were chosen.
  expect(screen.getAllByText(/^(start|finish)\.jpg/).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^start/),
    expect.stringMatching(/^finish/),
  ]);
  expect(screen.queryByText("Unfinished uploads")).toBeNull();
});

test("an unfinished upload that cannot be used says why, and can only be deleted", async () => {
  saveSet("own", []);
  left = [START, CUT];
  open();
  const line = (await screen.findByText("This image is cut off.")).closest("li");
  expect([...(line?.querySelectorAll("button") ?? [])].map(({ textContent }) => textContent)).toEqual([
    "Delete cut.jpg",
  ]);
  expect(screen.queryByRole("button", { name: "Add all" })).toBeNull();
  expect(screen.getByRole("button", { name: "Add start.jpg" })).toBeTruthy();
});

test("each file that is refused is named, and the others are added", async () => {
  saveSet("own", []);
  open();
  await drop([new File([], "empty.jpg"), jpeg("good.jpg"), new File(["text"], "notes.jpg")]);
  expect(await screen.findByText(/^empty\.jpg: This file is empty/)).toBeTruthy();
  expect(screen.getByText(/^notes\.jpg: The contents of this file are not a supported image/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Remove image 1, good.jpg" })).toBeTruthy();
  expect(count()).toBe(1);
});

test("beyond 20 images, each one that is left out is named", async () => {
  saveSet("own", []);
  open();
  await drop(Array.from({ length: 22 }, (_, at) => jpeg(`run${at}.jpg`)));
  expect(await screen.findByText("run20.jpg: A set can have at most 20 images.")).toBeTruthy();
  expect(screen.getByText("run21.jpg: A set can have at most 20 images.")).toBeTruthy();
  expect(count()).toBe(20);
  fireEvent.paste(window, { clipboardData: { files: [jpeg("late.jpg")] } });
  expect(await screen.findByText("late.jpg: A set can have at most 20 images.")).toBeTruthy();
  expect(count()).toBe(20);
});

test("files chosen while others are still being read count toward the limit", async () => {
  saveSet("own", []);
  open();
  await drop(Array.from({ length: 19 }, (_, at) => jpeg(`run${at}.jpg`)));
  fireEvent.paste(window, { clipboardData: { files: [jpeg("late0.jpg"), jpeg("late1.jpg")] } });
  expect(await screen.findByText(/^\w+\.jpg: A set can have at most 20 images\.$/)).toBeTruthy();
  expect(count()).toBe(20);
});

test("the chosen thumbnail is published, wherever its image was moved", async () => {
  saveFormDraft(setFormName("own"), { ...emptyDraft("", "image"), title: "The regatta", category_id: 3 });
  open();
  await screen.findByDisplayValue("The finish");
  expect(screen.getByRole("button", { name: /^Use image 1/ }).getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Use image 1, finish.jpg as the thumbnail" }));
  await userEvent.click(screen.getByRole("button", { name: "Move image 1, finish.jpg down" }));
  expect(screen.getByRole("button", { name: /^Use image 1/ }).getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(published?.images.map((image) => image.upload_id)).toEqual([START.id, FINISH.id]));
  expect(published?.thumbnail).toEqual({ image: 1 });
});

test("Publish and Edit details keep the focus while the set waits for its images", async () => {
  left = [START, { ...FINISH, check: null }];
  saveFormDraft(setFormName("own"), { ...emptyDraft("", "image"), title: "The regatta", category_id: 3 });
  open();
  await screen.findByDisplayValue("The finish");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  const edit = await screen.findByRole("button", { name: "Edit details" });
  await waitFor(() => expect(document.activeElement).toBe(edit));
  await userEvent.click(edit);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Publish" })));
});

test("a set that the server refuses leads to the first field at fault", async () => {
  const errors = { title: ["Please choose another title."], description: ["Please write less."] };
  refusal = { code: 422, status: "error", kind: "invalid_input", message: "Please check.", errors, data: null };
  saveFormDraft(setFormName("own"), { ...emptyDraft("", "image"), title: "The regatta", category_id: 3 });
  open();
  await screen.findByDisplayValue("The finish");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("Please write less.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Title/ })));
});

test("an image that was deleted on another page before its set is published says so, and takes that with it", async () => {
  refusal = { code: 404, status: "error", kind: "not_found", message: "Not found.", errors: {}, data: null };
  saveFormDraft(setFormName("own"), { ...emptyDraft("", "image"), title: "The regatta", category_id: 3 });
  open();
  const caption = await screen.findByDisplayValue("The finish");
  left = [START];
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  const sentence = "This upload no longer exists on the server. Remove this image, and choose its file again.";
  expect((await screen.findByText(sentence)).closest("li")).toBe(caption.closest("li"));
  expect(screen.queryByText("Not found.")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Remove image 1, finish.jpg" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(names()).toEqual(["start.jpg"]));
  expect(screen.queryByText(sentence)).toBeNull();
});

test("after a lost reply the images stay as they were sent, and the texts count as they are when it is published again", async () => {
  const answer = globalThis.fetch;
  const item = anItem({ type: "image", title: "The regatta", category: { id: 3, name: "Soccer" }, revision: 0 });
  const saved: unknown[] = [];
  let isLost = true;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const isPublishing = path.endsWith("/content-upload");
    if (isPublishing && isLost) throw new TypeError("Failed to fetch");
    if (path.includes("/update-content/")) saved.push(JSON.parse(String(init.body)));
    if (!isPublishing && !/content\//.test(path) && !path.includes("/update-content/")) return answer(path, init);
    return Response.json({ code: 200, status: "success", message: "OK", data: item });
  });
  saveFormDraft(setFormName("own"), { ...emptyDraft("", "image"), title: "The regatta", category_id: 3 });
  open();
  const caption = await screen.findByDisplayValue("The finish");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText(/^The set may be published already\./);
  expect(caption.matches(":disabled")).toBe(true);
  expect(screen.queryByText("Drop your images here")).toBeNull();
  const title = screen.getByRole("textbox", { name: /^Title/ });
  await userEvent.clear(title);
  await userEvent.type(title, "The cup");
  isLost = false;
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByRole("button", { name: "Upload another" });
  expect(saved).toEqual([{ title: "The cup", revision: 0 }]);
});

test("while a set is being published nothing is pasted into it", async () => {
  saveFormDraft(setFormName("own"), { ...emptyDraft("", "image"), title: "The regatta", category_id: 3 });
  open();
  await screen.findByDisplayValue("The finish");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(screen.queryByText("Drop your images here")).toBeNull());
  fireEvent.paste(window, { clipboardData: { files: [jpeg("late.jpg")] } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(names()).toEqual(["finish.jpg", "start.jpg"]);
});

test("moved to an end a button keeps the focus; after a removal the next image has it, after the last one the chooser", async () => {
  open();
  await screen.findByDisplayValue("The finish");
  await userEvent.click(screen.getByRole("button", { name: "Move image 2, start.jpg up" }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move image 1, start.jpg up");
  await userEvent.click(screen.getByRole("button", { name: "Remove image 1, start.jpg" }));
  expect(document.activeElement?.textContent).toContain("finish.jpg");
  expect(screen.getByText("start.jpg was removed.")).toBeTruthy();
  // It has a caption, which would be lost.
  await userEvent.click(screen.getByRole("button", { name: "Remove image 1, finish.jpg" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.getByDisplayValue("The finish")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Remove image 1, finish.jpg" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Choose images")));
});
