import type { ContentItem } from "@app/contract/contents";
import { editHref } from "@app/contract/paths";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { anItem } from "#testing/an-item.ts";
import { anUpload } from "#testing/an-upload.ts";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { EditPage } from "./edit-page.tsx";

const LEFT = anUpload({ type: "image", file_name: "left.jpg", check: { ok: true, message: null, length: null } });
const FILE = { file_name: "old.mp4", size_bytes: 9, url: "/media/old", images: [], replacement: null };

/** Takes every request and answers none. */
class SilentRequest {
  open(): void {}
  send(): void {}
  abort(): void {}
  setRequestHeader(): void {}
}

async function open(changes: Partial<ContentItem>): Promise<void> {
  const can = {
    edit: true,
    remove: true,
    retry: changes.fault !== undefined,
    replace: true,
    add_images: changes.type === "image",
    clip: true,
  };
  const item = anItem({ ...changes, comments_open: false, revision: 1, can });
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("XMLHttpRequest", SilentRequest);
  setUser({ id: "1", channel: { id: item.channel.id }, teams: [], can: { upload: true } } as never);
  setAccessToken("token");
  answerWith((path) => {
    if (path.includes("/edit-content/")) return item;
    if (path.includes("/delete-content/")) return null;
    if (path.endsWith("/retry")) return { ...item, fault: null, can: { ...can, retry: false } };
    if (path.endsWith("/file")) return FILE;
    if (path.includes("/my-uploads/")) return LEFT;
    return path.endsWith("/uploads") ? [LEFT] : [];
  });
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/edit-video/$id", component: EditPage }),
    createRoute({ getParentRoute: () => root, path: "/creator-view", component: () => "My content" }),
  ];
  const history = createMemoryHistory({ initialEntries: [editHref(item.id) ?? ""] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  renderWithQueries(<RouterProvider router={router as never} />);
  await screen.findByRole("button", { name: "Delete" });
}

test("after a set is deleted, nobody is asked whether to stay because of images that were to be added", async () => {
  await open({ type: "image" });
  await userEvent.click(await screen.findByRole("button", { name: /^Add left\.jpg/ }));
  expect(await screen.findByRole("button", { name: "Add to the set" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("My content")).toBeTruthy();
});

test("after a video is deleted, nobody is asked whether to stay because of a file that was to replace it", async () => {
  await open({ type: "video" });
  const file = new File([new Uint8Array([0, 0, 0, 8, ...Buffer.from("ftypisom")])], "new.mp4");
  await userEvent.upload(await screen.findByLabelText("Replace the file"), file);
  await userEvent.click(await screen.findByRole("button", { name: "Replace" }));
  expect(await screen.findByText(/^Uploading new\.mp4/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("My content")).toBeTruthy();
});

test("what is missing of a video that plays can be made once more", async () => {
  await open({ type: "video", fault: "Something went wrong on our side." });
  expect(screen.getByText("A part of this video could not be made.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.queryByText("Something went wrong on our side.")).toBeNull());
});
