import { type OpenUpload, TUS_PATH } from "@app/contract/uploads";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { answerWith, renderOnPage, type Sent } from "#testing/page-parts.tsx";
import { openImage, saveSet } from "./image-set.ts";
import { UploadFile } from "./upload-file.tsx";
import { UploadImages } from "./upload-images.tsx";

/** Their contents, of 12 bytes each. */
const CONTENTS = { video: "\0\0\0\u0008ftypisom", document: "%PDF-1.7 end", image: "\u0089PNG 4567890" };

const ID = "0190a1b2000070008000000000000001";

/** Of 12 bytes, the server has 3. */
const halfSent = (type: OpenUpload["type"], file_name: string) =>
  ({
    id: ID,
    type,
    replaces: null,
    file_name,
    size_bytes: 12,
    offset_bytes: 3,
    frames: [],
    awaits_frames: false,
    processing: null,
    check: null,
    started_at: "2030-01-01T00:00:00.000Z",
    expires_at: "2030-01-08T00:00:00.000Z",
  }) as unknown as OpenUpload;

const answers: [part: RegExp, data: unknown][] = [
  [/comment-default/, { opens_comments: true }],
  [/\/my-storage/, { open_bytes: 0, open_limit_bytes: 9, kept_bytes: 0, limit_bytes: 9, deleted_bytes: 0 }],
];
/** What is asked about the bytes of uploads. */
const asked: string[] = [];

/** Is answered when the test says so. */
class UploadRequest {
  static last = new UploadRequest();
  status = 0;
  responseText = "";
  onload: () => void = () => undefined;
  onerror: (error: Error) => void = () => undefined;
  isAborted = false;

  open(method: string, path: string): void {
    asked.push(`${method} ${path}`);
    UploadRequest.last = this;
  }
  reply(status: number): void {
    this.status = status;
    if (!this.isAborted) this.onload();
  }
  getResponseHeader(name: string): string | null {
    return { Location: `${TUS_PATH}/${ID}`, "Upload-Offset": "3", "Upload-Length": "12" }[name] ?? null;
  }
  abort(): void {
    this.isAborted = true;
  }
  setRequestHeader(): void {}
  send(): void {}
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("XMLHttpRequest", UploadRequest);
});

/** @param whenAsked for the list, at once or later */
function serve(open: OpenUpload, whenAsked: () => unknown = () => [open]) {
  return answerWith((path) =>
    path.endsWith("/my-uploads") ? whenAsked() : (answers.find(([part]) => part.test(path))?.[1] ?? []),
  );
}

const fileOf = (type: OpenUpload["type"], name: string, more = "") =>
  new File([Uint8Array.from(CONTENTS[type] + more, (char) => char.charCodeAt(0))], name);

/** To go on with the one unfinished upload. */
const choose = async (file: File) => {
  const line = within(screen.getByRole("listitem"));
  await userEvent.upload(line.getByLabelText("Choose the file"), file);
};
const goesOn = (open: OpenUpload) => expect.poll(() => asked).toEqual([`HEAD ${TUS_PATH}/${open.id}`]);
const sentSoFar = () => screen.getByRole("progressbar", { name: /^Upload/ }).getAttribute("aria-valuenow");

test.each([
  ["video", "lap.mp4", "lap two.mp4"],
  ["document", "plays.pdf", "play.pdf"],
] as const)(
  "after a reload a half-sent %s goes on once its file is chosen again, and no other file is taken",
  async (type, name, other) => {
    const open = halfSent(type, name);
    serve(open);
    renderOnPage(<UploadFile type={type} />);
    expect(await screen.findByText(`Continue uploading ${name} (25%)?`)).toBeTruthy();
    expect(screen.getByText(/ · choose the same file again$/)).toBeTruthy();
    const refusal = `This is a different file. Please choose ${name} (12 bytes), or start a new upload below.`;
    expect(screen.queryByText(refusal)).toBeNull();
    await choose(fileOf(type, other));
    expect(screen.getByText(refusal)).toBeTruthy();
    await choose(fileOf(type, name, "longer"));
    expect(screen.getByText(refusal)).toBeTruthy();
    expect(asked).toEqual([]);
    await choose(fileOf(type, name));
    await goesOn(open);
    expect(sentSoFar()).toBe("25");
  },
);

test("a half-sent video that is chosen before the unfinished uploads are listed goes on once they are", async () => {
  const open = halfSent("video", "lap.mp4");
  let list: (uploads: OpenUpload[]) => void = () => undefined;
  const listed = new Promise<OpenUpload[]>((resolve) => {
    list = resolve;
  });
  serve(open, () => listed);
  renderOnPage(<UploadFile type="video" />);
  await userEvent.upload(await screen.findByLabelText("Choose a video"), fileOf("video", "lap.mp4"));
  expect(await screen.findByText("Looking for an unfinished upload of lap.mp4…")).toBeTruthy();
  expect(asked).toEqual([]);
  list([open]);
  await goesOn(open);
  expect(sentSoFar()).toBe("25");
});

test("a video is uploaded as a new one if the unfinished uploads cannot be listed", async () => {
  serve(halfSent("video", "lap.mp4"), () => {
    throw new TypeError("Failed to fetch");
  });
  renderOnPage(<UploadFile type="video" />);
  await userEvent.upload(await screen.findByLabelText("Choose a video"), fileOf("video", "lap.mp4"));
  await expect.poll(() => asked).toEqual([`POST ${TUS_PATH}`]);
});

test("after a reload a half-sent image of the set goes on once its file is chosen again, and no other file is taken", async () => {
  const open = halfSent("image", "start.png");
  serve(open);
  saveSet("own", [openImage(open)]);
  renderOnPage(<UploadImages />);
  const sentence = "This upload is not complete. Choose start.png (12 bytes) again to continue it.";
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByText("This is a different file.")).toBeNull();
  await choose(fileOf("image", "finish.png"));
  expect(screen.getByText("This is a different file.")).toBeTruthy();
  await choose(fileOf("image", "start.png", "longer"));
  expect(screen.getByText("This is a different file.")).toBeTruthy();
  expect(asked).toEqual([]);
  await choose(fileOf("image", "start.png"));
  await goesOn(open);
  expect(sentSoFar()).toBe("25");
  expect(screen.queryByText(UNREADABLE)).toBeNull();
});

/** The requests that delete the upload. */
const deletions = (sent: Sent[]) => sent.filter(({ path }) => path.endsWith(`/my-uploads/${ID}`));

test("a video that is canceled while the server creates its upload is deleted there, and another one is uploaded meanwhile", async () => {
  const sent = serve(halfSent("video", "lap.mp4"), () => []);
  renderOnPage(<UploadFile type="video" />);
  await userEvent.upload(await screen.findByLabelText("Choose a video"), fileOf("video", "wrong.mp4"));
  await expect.poll(() => asked).toEqual([`POST ${TUS_PATH}`]);
  const first = UploadRequest.last;
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel the upload" }));
  await userEvent.upload(await screen.findByLabelText("Choose a video"), fileOf("video", "right.mp4"));
  await expect.poll(() => asked).toEqual([`POST ${TUS_PATH}`, `POST ${TUS_PATH}`]);
  expect(deletions(sent)).toEqual([]);
  first.reply(201);
  await expect.poll(() => deletions(sent)).toHaveLength(1);
  // No byte of it is sent, and its end is not that of the other one.
  expect(asked).toHaveLength(2);
  expect(await screen.findByRole("heading", { name: "right.mp4" })).toBeTruthy();
});

test("an image that is removed while the server creates its upload is deleted there", async () => {
  const sent = serve(halfSent("image", "start.png"), () => []);
  renderOnPage(<UploadImages />);
  await userEvent.upload(await screen.findByLabelText("Choose images"), fileOf("image", "start.png"));
  await expect.poll(() => asked).toEqual([`POST ${TUS_PATH}`]);
  await userEvent.click(await screen.findByRole("button", { name: /^Remove image 1/ }));
  await screen.findByText("Drop your images here");
  UploadRequest.last.reply(201);
  await expect.poll(() => deletions(sent)).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

test("Retry of an image that stopped leaves the focus at its Pause button", async () => {
  serve(halfSent("image", "start.png"), () => []);
  renderOnPage(<UploadImages />);
  await userEvent.upload(await screen.findByLabelText("Choose images"), fileOf("image", "start.png"));
  await expect.poll(() => asked).toEqual([`POST ${TUS_PATH}`]);
  UploadRequest.last.reply(413);
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  const pause = await screen.findByRole("button", { name: "Pause start.png" });
  await waitFor(() => expect(document.activeElement).toBe(pause));
});

const UNREADABLE = "This file can no longer be read. Reload this page and choose it again: what was uploaded is kept.";

test("a file that can no longer be read says so, and not that the connection is lost; Retry sends it once it is back", async () => {
  const open = halfSent("video", "lap.mp4");
  serve(open);
  renderOnPage(<UploadFile type="video" />);
  await screen.findByText("Continue uploading lap.mp4 (25%)?");
  const file = fileOf("video", "lap.mp4");
  await choose(file);
  await goesOn(open);
  const unread = vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValue(new DOMException("", "NotReadableError"));
  UploadRequest.last.reply(200);
  await expect.poll(() => asked.at(-1)).toBe(`PATCH ${TUS_PATH}/${ID}`);
  UploadRequest.last.onerror(new Error("failed"));
  expect(await screen.findByText(UNREADABLE)).toBeTruthy();
  expect(screen.queryByText(/^Connection lost/)).toBeNull();
  unread.mockRestore();
  asked.length = 0;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await goesOn(open);
  expect(screen.queryByText(UNREADABLE)).toBeNull();
});

test("a file that cannot be read any more after a long time without a connection says so too", async () => {
  const open = halfSent("video", "lap.mp4");
  serve(open);
  renderOnPage(<UploadFile type="video" />);
  await screen.findByText("Continue uploading lap.mp4 (25%)?");
  await choose(fileOf("video", "lap.mp4"));
  await goesOn(open);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // After these, tus itself does not retry any more.
  for (let failures = 0; failures < 6; failures += 1) {
    UploadRequest.last.onerror(new Error("failed"));
    await vi.advanceTimersByTimeAsync(21_000);
  }
  vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValue(new DOMException("", "NotReadableError"));
  UploadRequest.last.onerror(new Error("failed"));
  await vi.waitFor(() => screen.getByText(UNREADABLE));
  vi.mocked(Blob.prototype.arrayBuffer).mockRestore();
});

test("who is signed out during an upload and stays on the page reads so, and not that the connection is lost", async () => {
  const person = { id: "0190a1b2-0000-7000-8000-000000000002", plan: "Individual", teams: [], channel: { id: "own" } };
  setUser(person as never);
  setAccessToken("token");
  onTestFinished(() => {
    setUser(null);
    setAccessToken(null);
  });
  vi.stubGlobal("location", { ...window.location, pathname: "/upload", search: "", hash: "", assign: vi.fn() });
  vi.stubGlobal(
    "navigator",
    Object.assign(navigator, { locks: { request: (_: string, run: () => unknown) => run() } }),
  );
  const open = halfSent("video", "lap.mp4");
  serve(open);
  const answer = globalThis.fetch;
  const over = {
    code: 401,
    status: "error",
    kind: "not_signed_in",
    message: "Please sign in.",
    errors: {},
    data: null,
  };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) =>
    path.endsWith("/session/refresh") ? Response.json(over, { status: 401 }) : answer(path, init),
  );
  renderOnPage(<UploadFile type="video" />);
  await screen.findByText("Continue uploading lap.mp4 (25%)?");
  await choose(fileOf("video", "lap.mp4"));
  await goesOn(open);
  UploadRequest.last.reply(401);
  await expect.poll(() => asked).toHaveLength(2);
  UploadRequest.last.reply(401);
  expect(await screen.findByText("You have been signed out. Sign in to continue.")).toBeTruthy();
  expect(screen.getByText("The upload stopped.")).toBeTruthy();
  expect(screen.queryByText(/^Connection lost/)).toBeNull();
});
