import { MESSAGES } from "@app/contract/errors";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { anItem } from "#testing/an-item.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { FilePanel } from "./file-panel.tsx";

const UPLOAD = "0190a1b2000070008000000000000001";
const NEW = {
  upload_id: UPLOAD,
  is_of_another: false,
  file_name: "new.mp4",
  size_bytes: 12,
  state: "uploading",
  progress: 0,
  message: null,
};

const CAN_REPLACE = { edit: true, remove: true, retry: false, replace: true, add_images: false, clip: true };

/** A server that creates an upload, and takes its bytes when the test lets it. */
class UploadRequest {
  static finish: () => void = nothingToFinish;
  status = 0;
  responseText = "";
  onload: () => void = () => undefined;
  #method = "";
  #sizeBytes = 0;

  open(method: string): void {
    this.#method = method;
  }

  send(body: Blob | null): void {
    this.#sizeBytes = body?.size ?? 0;
    if (this.#method === "POST") this.#reply(201);
    else if (this.#method === "HEAD") this.#reply(200);
    else UploadRequest.finish = () => this.#reply(204);
  }

  #reply(status: number): void {
    this.status = status;
    this.onload();
  }

  getResponseHeader(name: string): string | null {
    const offset = { "Upload-Offset": String(this.#sizeBytes), "Upload-Length": String(newFile.size) };
    return { Location: `/uploads/${UPLOAD}`, ...offset }[name] ?? null;
  }

  setRequestHeader(): void {}
  abort(): void {}
}

let replacement: typeof NEW | null = null;
let images: unknown[] = [];
let old: string | null = null;
let isUploadOffline = false;
/** How the server fails when it is told what the upload replaces, in turn. */
let failures: Response[] = [];
const sent: string[] = [];
let current = { file_name: "old.mp4", size_bytes: 9 };

beforeEach(() => {
  replacement = null;
  images = [];
  old = "/media/old";
  isUploadOffline = false;
  failures = [];
  sent.length = 0;
  current = { file_name: "old.mp4", size_bytes: 9 };
  UploadRequest.finish = nothingToFinish;
  vi.stubGlobal("XMLHttpRequest", UploadRequest);
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`);
    const failure = method === "POST" ? failures.shift() : undefined;
    if (failure) return failure;
    if (method === "POST") replacement ??= NEW;
    if (isUploadOffline && path.includes("/my-uploads/")) throw new TypeError("Failed to fetch");
    if (method === "DELETE") replacement = null;
    const file = { ...current, url: old, images, replacement };
    const check = {
      id: UPLOAD,
      type: "video",
      replaces: null,
      file_name: NEW.file_name,
      size_bytes: NEW.size_bytes,
      offset_bytes: 0,
      started_at: "2026-01-09T08:05:00Z",
      expires_at: "2026-01-16T08:05:00Z",
      frames: [],
      processing: null,
      check: null,
      awaits_frames: true,
    };
    const data = path.includes("/my-uploads/") ? check : file;
    return Response.json({ code: 200, status: "success", message: "OK", data: method === "DELETE" ? null : data });
  });
});

function nothingToFinish(): void {
  throw new Error("no bytes were sent");
}

const newFile = new File([new Uint8Array([0, 0, 0, 8, ...Buffer.from("ftypisom")])], "new.mp4");

/** Refetches what the page shows, as the next live event does. */
function refetch(): void {
  window.dispatchEvent(new Event("visibilitychange"));
}

const deletions = () => sent.filter((request) => request.startsWith("DELETE"));

async function chooseNewFile(): Promise<void> {
  renderOnPage(<FilePanel item={anItem({ can: CAN_REPLACE })} isDeleted={false} />);
  await userEvent.upload(await screen.findByLabelText("Replace the file"), newFile);
  // Nothing is sent before the answer.
  expect(await screen.findByText(/“new\.mp4” replaces the old file/)).toBeTruthy();
  expect(screen.queryByText(/^Sending/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Replace" }));
}

async function sendNewFile(): Promise<void> {
  await chooseNewFile();
  expect(await screen.findByText(/^Uploading new\.mp4/)).toBeTruthy();
}

test("a new file is shown as being checked once its last byte is sent, before the server's list says so", async () => {
  await sendNewFile();
  await waitFor(() => expect(replacement).not.toBeNull());
  expect(screen.queryByText("Checking new.mp4…")).toBeNull();
  await waitFor(() => UploadRequest.finish());
  expect(await screen.findByText("Checking new.mp4…")).toBeTruthy();
  expect(screen.queryByLabelText("Choose the file")).toBeNull();
});

test("a file that was picked by mistake replaces nothing", async () => {
  renderOnPage(<FilePanel item={anItem({ can: CAN_REPLACE })} isDeleted={false} />);
  await userEvent.upload(await screen.findByLabelText("Replace the file"), newFile);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.queryByText(/^Sending/)).toBeNull();
  expect(replacement).toBeNull();
});

test("a new file stays while the server cannot be told what it replaces, and replaces the old one once it can", async () => {
  failures = [new Response("Bad Gateway", { status: 502 }), new Response("Bad Gateway", { status: 502 })];
  await sendNewFile();
  await waitFor(() => UploadRequest.finish());
  expect(await screen.findByText(MESSAGES.offline)).toBeTruthy();
  expect(screen.queryByLabelText("Replace the file")).toBeNull();
  expect(await screen.findByText("Checking new.mp4…", {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText(MESSAGES.offline)).toBeNull();
  expect(deletions()).toEqual([]);
});

test("a new file that the server refuses for the item is deleted, and the page says why", async () => {
  const message = "Another file is already replacing this one.";
  const refusal = { code: 409, status: "error", kind: "conflict", message, errors: {}, data: null, request_id: "1" };
  failures = [Response.json(refusal, { status: 409 })];
  await chooseNewFile();
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(deletions()).toEqual([`DELETE /api/v1/my-uploads/${UPLOAD}`]));
});

test("a new file can be canceled while it is sent, and another one chosen", async () => {
  await sendNewFile();
  await waitFor(() => expect(replacement).not.toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByLabelText("Replace the file")).toBeTruthy();
  expect(screen.queryByText(/has not finished uploading/)).toBeNull();
  expect(useToasts.getState().toasts).toEqual([]);
});

test("Pause, Resume and Cancel of a new file keep the focus near", async () => {
  await sendNewFile();
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Resume" }));
  await userEvent.click(screen.getByRole("button", { name: "Resume" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Pause" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await expectFocusAround("Replace the file");
});

test("a new file that somebody else stopped sending can be canceled, but not continued", async () => {
  replacement = { ...NEW, is_of_another: true, progress: 40 };
  renderOnPage(<FilePanel item={anItem({ can: CAN_REPLACE })} isDeleted={false} />);
  expect(await screen.findByText("new.mp4 has not finished uploading (40%).")).toBeTruthy();
  expect(screen.queryByLabelText("Choose the file")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByLabelText("Replace the file")).toBeTruthy();
});

test("what follows a canceled replacement takes the focus of its Cancel button", async () => {
  replacement = { ...NEW, state: "processing" };
  renderOnPage(<FilePanel item={anItem({ can: CAN_REPLACE })} isDeleted={false} />);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await expectFocusAround("Replace the file");
});

async function expectFocusAround(label: string): Promise<void> {
  const control = await screen.findByLabelText(label);
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(control)).toBe(true);
}

test("a new file whose cancellation failed can still be sent, and the page says when it has replaced the old one", async () => {
  await sendNewFile();
  await waitFor(() => expect(replacement).not.toBeNull());
  isUploadOffline = true;
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ message: MESSAGES.offline }]));
  await userEvent.upload(await screen.findByLabelText("Choose the file"), newFile);
  expect(await screen.findByText(MESSAGES.offline)).toBeTruthy();

  isUploadOffline = false;
  UploadRequest.finish = nothingToFinish;
  await userEvent.upload(screen.getByLabelText("Choose the file"), newFile);
  expect(await screen.findByText(/^Uploading new\.mp4/)).toBeTruthy();
  replacement = { ...NEW, state: "processing" };
  await waitFor(() => UploadRequest.finish());
  expect(await screen.findByText(/^Processing new\.mp4/)).toBeTruthy();
  replacement = null;
  current = { file_name: NEW.file_name, size_bytes: NEW.size_bytes };
  refetch();
  await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.message).toBe("The file was replaced."));
});

test("a new file that was deleted elsewhere while it was processed is not said to have replaced the old one", async () => {
  replacement = { ...NEW, state: "processing" };
  renderOnPage(<FilePanel item={anItem({ can: CAN_REPLACE })} isDeleted={false} />);
  expect(await screen.findByText(/^Processing new\.mp4/)).toBeTruthy();
  replacement = null;
  refetch();
  expect(await screen.findByLabelText("Replace the file")).toBeTruthy();
  const message = "new.mp4 did not replace the file. The old file stays.";
  await waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ message }]));
});

test.each(["video", "image", "document"] as const)("a failed %s promises no original", async (type) => {
  old = null;
  images = [{ id: "0123456789abcdef", file_name: "start.jpg", size_bytes: 1_000_000, url: null }];
  renderOnPage(<FilePanel item={anItem({ type, state: "failed" })} isDeleted={false} />);
  expect(await screen.findByText("There is no original to download because processing failed.")).toBeTruthy();
  expect(screen.queryByText(/once processing is complete/)).toBeNull();
});

test("each original of a set can be downloaded once it is stored", async () => {
  const image = { size_bytes: 1_000_000, url: "/media/start" };
  images = [
    { ...image, id: "0123456789abcdef", file_name: "start.jpg" },
    { ...image, id: "fedcba9876543210", file_name: "finish.jpg", url: null },
  ];
  renderOnPage(<FilePanel item={anItem({ type: "image" })} isDeleted={false} />);
  const link = await screen.findByRole("link", { name: "Download the original of start.jpg" });
  expect(link.getAttribute("href")).toBe("/media/start");
  expect(screen.getByText("finish.jpg")).toBeTruthy();
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(screen.getByText("The originals can be downloaded once processing is complete.")).toBeTruthy();
});
