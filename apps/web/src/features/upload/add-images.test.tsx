import type { ContentItem } from "@app/contract/contents";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { anItem } from "#testing/an-item.ts";
import { anUpload } from "#testing/an-upload.ts";
import { answerWith, isDisabled, renderOnPage } from "#testing/page-parts.tsx";
import { AddImages } from "./add-images.tsx";

const LEFT = anUpload({ type: "image", file_name: "left.jpg", check: { ok: true, message: null, length: null } });

const shown = (number: number) => ({
  id: number.toString(16).padStart(16, "0"),
  caption: "",
  alt: "",
  width_px: 10,
  height_px: 10,
  placeholder: null,
  fault: null,
  files: [],
});
const setOf = (count: number): ContentItem =>
  anItem({ type: "image", images: Array.from({ length: count }, (_, at) => shown(at)) });

/** @param channelId of the person, who runs the set's channel unless told otherwise */
function open(count: number, channelId?: string) {
  const item = setOf(count);
  const channel = { id: channelId ?? item.channel.id };
  setUser({ id: "1", channel, teams: [], can: { upload: true } } as never);
  setAccessToken("token");
  const sent = answerWith((path) => {
    if (path.endsWith("/images")) return setOf(count + 1);
    if (path.endsWith(`/my-uploads/${LEFT.id}`)) return LEFT;
    return path.endsWith(`/content/${item.id}/uploads`) ? [LEFT] : [];
  });
  const { unmount } = renderOnPage(<AddImages item={item} isDeleted={false} />);
  return { sent, close: unmount };
}

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => undefined);
});

const file = (name: string, bytes: string) => new File([bytes], name, { type: "image/png" });
const PNG = "\u0089PNG\r\n\u001a\n";

test("each file that there is no room for, or that is no image, is named, also once the set is full", async () => {
  open(19);
  const input = await screen.findByLabelText("Choose images");
  const png = new Uint8Array([...PNG].map((char) => char.charCodeAt(0)));
  const picture = (name: string) => new File([png], name, { type: "image/png" });
  await userEvent.upload(input, [file("text.png", "text"), picture("a.png"), picture("b.png")]);
  expect(await screen.findByText("b.png: A set can have at most 20 images.")).toBeTruthy();
  expect(screen.getByText(/^text\.png: The contents of this file/)).toBeTruthy();
  expect(screen.getByText("a.png")).toBeTruthy();
});

test("an upload of another visit is offered, added, and then no longer offered, and an earlier refusal goes", async () => {
  const { sent } = open(2);
  await userEvent.upload(await screen.findByLabelText("Choose images"), file("text.png", "text"));
  expect(await screen.findByText(/^text\.png: The contents of this file/)).toBeTruthy();
  const left = await screen.findByRole("region", { name: "Unfinished uploads" });
  await userEvent.click(within(left).getByRole("button", { name: /^Add left\.jpg/ }));
  expect(screen.queryByRole("region", { name: "Unfinished uploads" })).toBeNull();
  const add = await screen.findByRole("button", { name: "Add to the set" });
  await waitFor(() => expect(isDisabled(add)).toBe(false));
  await userEvent.click(add);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Add images" })));
  const body = { upload_id: LEFT.id, caption: "", alt: "", rotation: 0, crop: null };
  expect(sent.filter(({ path }) => path.endsWith("/images")).map((one) => one.body)).toEqual([{ images: [body] }]);
  expect(screen.queryByText("left.jpg")).toBeNull();
  expect(screen.queryByText(/^text\.png/)).toBeNull();
});

test("staff, and team members whose page acts for another channel, find again what they began", async () => {
  const { close } = open(2, "another-channel");
  await userEvent.click(await screen.findByRole("button", { name: /^Add left\.jpg/ }));
  await userEvent.type(await screen.findByLabelText(/^Caption/), "The turn");
  close();
  open(2, "another-channel");
  expect((await screen.findByLabelText<HTMLInputElement>(/^Caption/)).value).toBe("The turn");
});

test("what was begun is not lost while the server cannot say what it has", async () => {
  const { close } = open(2);
  await userEvent.click(await screen.findByRole("button", { name: /^Add left\.jpg/ }));
  close();
  const refusal = { kind: "internal", code: 500, status: "error", message: "Please try again.", errors: {} };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 500 }));
  renderOnPage(<AddImages item={setOf(2)} isDeleted={false} />);
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.queryByLabelText("Choose images")).toBeNull();
  answerWith((path) => (path.includes("/my-uploads/") ? LEFT : [LEFT]));
  await userEvent.click(retry);
  expect(await screen.findByText("left.jpg")).toBeTruthy();
});

test("a full set says that it is full", async () => {
  open(20);
  expect(await screen.findByText("A set can have at most 20 images.")).toBeTruthy();
});
