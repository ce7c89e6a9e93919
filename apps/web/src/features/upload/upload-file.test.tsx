import type { OpenUpload } from "@app/contract/uploads";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { anUpload } from "#testing/an-upload.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { Link } from "#ui/link.tsx";
import { UploadFile, UploadGuard } from "./upload-file.tsx";

const OTHER = anUpload({ file_name: "other.mp4" });

/** A server that refuses to create an upload. */
class RefusedRequest {
  status = 413;
  responseText = JSON.stringify({ message: "There is not enough space left." });
  onload: () => void = () => undefined;

  send(): void {
    queueMicrotask(() => this.onload());
  }

  open(): void {}
  getResponseHeader(): null {
    return null;
  }
  setRequestHeader(): void {}
  abort(): void {}
}

const REFUSED = {
  ...OTHER,
  file_name: "cut.mp4",
  check: { ok: false, message: "This file is cut off.", length: null },
};

let left: OpenUpload[] = [];

const answers: [part: RegExp, data: unknown][] = [
  [/\/my-uploads\//, OTHER],
  [/comment-default/, { opens_comments: true }],
  [/\/my-storage/, { open_bytes: 0, open_limit_bytes: 9, kept_bytes: 0, limit_bytes: 9, deleted_bytes: 0 }],
];

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", RefusedRequest);
  left = [OTHER];
  answerWith((path) => (path.endsWith("/my-uploads") ? left : (answers.find(([part]) => part.test(path))?.[1] ?? [])));
});
afterEach(() => vi.unstubAllGlobals());

const videoFile = (name: string) => new File([new Uint8Array([0, 0, 0, 8]), "ftypisom"], name);
const choose = async (name: string) =>
  userEvent.upload(await screen.findByLabelText("Choose a video"), videoFile(name));
const description = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Description/ });

/** Types about a file that the server then refuses, and gives it up. */
async function giveUpTyped(): Promise<void> {
  renderOnPage(<UploadFile type="video" />);
  await choose("broken.mp4");
  await userEvent.type(await description(), "Second half");
  await screen.findByText("There is not enough space left.");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel the upload" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Choose a video")));
}

test("what was typed about a file whose upload the server stopped is kept for the next file", async () => {
  await giveUpTyped();
  await choose("next.mp4");
  expect((await description()).value).toBe("Second half");
});

test("what was typed about a file does not go to an upload that began earlier", async () => {
  await giveUpTyped();
  await userEvent.click(await screen.findByRole("button", { name: "Finish it" }));
  expect((await description()).value).toBe("");
});

test("if the unfinished uploads cannot be loaded the page says so, and Retry shows them", async () => {
  const answer = globalThis.fetch;
  let isDown = true;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) =>
    isDown && path.endsWith("/my-uploads")
      ? Response.json({ code: 500, status: "error", message: "Something went wrong." }, { status: 500 })
      : answer(path, init),
  );
  renderOnPage(<UploadFile type="video" />);
  await screen.findByText("Your unfinished uploads could not be loaded.");
  expect(screen.getByLabelText("Choose a video")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Finish it" })).toBeTruthy();
  expect(screen.queryByText("Your unfinished uploads could not be loaded.")).toBeNull();
});

test("comments begin as the channel's setting says, and a form that could not load it says so", async () => {
  const answer = globalThis.fetch;
  let isDown = false;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.includes("comment-default")) return answer(path, init);
    return isDown
      ? Response.json({ code: 500, status: "error", message: "Something went wrong." }, { status: 500 })
      : Response.json({ code: 200, status: "success", message: "OK", data: { opens_comments: false } });
  });
  const { unmount } = renderOnPage(<UploadFile type="video" />);
  await choose("first.mp4");
  const allows = () => screen.findByRole<HTMLInputElement>("switch", { name: "Allow comments" });
  await waitFor(async () => expect((await allows()).checked).toBe(false));
  unmount();
  isDown = true;
  renderOnPage(<UploadFile type="video" />);
  await choose("second.mp4");
  await screen.findByText("We could not load your channel's setting. Please choose here.");
  await userEvent.click(await allows());
  expect((await allows()).checked).toBe(false);
});

test("a choice about comments stays when the channel's setting arrives later", async () => {
  let arrive: (setting: object) => void = () => undefined;
  const setting = new Promise<object>((resolve) => {
    arrive = resolve;
  });
  answerWith((path) =>
    path.includes("comment-default") ? setting : (answers.find(([part]) => part.test(path))?.[1] ?? []),
  );
  const { queries } = renderOnPage(<UploadFile type="video" />);
  await choose("first.mp4");
  const allows = await screen.findByRole<HTMLInputElement>("switch", { name: "Allow comments" });
  await userEvent.click(allows);
  expect(allows.checked).toBe(false);
  arrive({ opens_comments: true });
  await waitFor(() => expect(queries.getQueryData(["uploads", "comments"])).toEqual({ opens_comments: true }));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(allows.checked).toBe(false);
});

test("a video that the server refuses leads to the first field at fault", async () => {
  const answer = globalThis.fetch;
  const errors = { title: ["Please choose another title."], description: ["Please write less."] };
  const refusal = { code: 422, status: "error", kind: "invalid_input", message: "Please check.", errors, data: null };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.endsWith("/content-upload")) return Response.json(refusal, { status: 422 });
    if (!path.endsWith("/categories")) return answer(path, init);
    const data = [{ id: 3, name: "Soccer", image: null }];
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
  renderOnPage(<UploadFile type="video" />);
  await userEvent.click(await screen.findByRole("button", { name: "Finish it" }));
  await screen.findByRole("option", { name: "Soccer" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Category" }), "Soccer");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("Please write less.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^Title/ })));
});

test("what was changed after a lost reply counts, although the video was published with the first answers", async () => {
  const category = { id: 3, name: "Soccer" };
  const item = anItem({ title: "other", category, revision: 0 });
  answers.unshift(
    [/\/content\/|content-upload|update-content/, item],
    [/\/categories$/, [{ ...category, image: null }]],
  );
  onTestFinished(() => void answers.splice(0, 2));
  const sent = answerWith((path) =>
    path.endsWith("/my-uploads") ? left : (answers.find(([part]) => part.test(path))?.[1] ?? []),
  );
  const answer = globalThis.fetch;
  let isLost = true;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/content-upload") || !isLost) return answer(path, init);
    isLost = false;
    throw new TypeError("Failed to fetch");
  });
  renderOnPage(<UploadFile type="video" />);
  await userEvent.click(await screen.findByRole("button", { name: "Finish it" }));
  await screen.findByRole("option", { name: "Soccer" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Category" }), "Soccer");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByText("The server could not be reached. Check your connection.");
  await userEvent.click(screen.getByRole("radio", { name: /^Private/ }));
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  await screen.findByRole("button", { name: "Upload another" });
  const changes = sent.filter(({ path }) => path.includes("/update-content/")).map(({ body }) => body);
  expect(changes).toEqual([{ visibility: "private", publish_at: null, revision: 0 }]);
});

test("a video that was deleted on another page before it is published says so, and what was typed is kept for the next file", async () => {
  const answer = globalThis.fetch;
  const refusal = { code: 404, status: "error", kind: "not_found", message: "Not found.", errors: {}, data: null };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.endsWith("/content-upload")) return Response.json(refusal, { status: 404 });
    if (!path.endsWith("/categories")) return answer(path, init);
    const data = [{ id: 3, name: "Soccer", image: null }];
    return Response.json({ code: 200, status: "success", message: "OK", data });
  });
  renderOnPage(<UploadFile type="video" />);
  await userEvent.click(await screen.findByRole("button", { name: "Finish it" }));
  await userEvent.type(await description(), "Second half");
  await screen.findByRole("option", { name: "Soccer" });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Category" }), "Soccer");
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText("This upload no longer exists on the server. Please start again.")).toBeTruthy();
  expect(screen.getByText("The upload stopped.")).toBeTruthy();
  expect(screen.queryByText("Not found.")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  await choose("next.mp4");
  expect((await description()).value).toBe("Second half");
});

test("an unfinished upload that cannot be used says why, and can only be deleted", async () => {
  left = [REFUSED];
  renderOnPage(<UploadFile type="video" />);
  expect(await screen.findByText("cut.mp4 cannot be used")).toBeTruthy();
  expect(screen.getByText("This file is cut off.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Finish it" })).toBeNull();
  expect(screen.getByRole("button", { name: "Delete cut.mp4" })).toBeTruthy();
});

test.each([
  [true, "Leave while uploading?", /^The upload stops when you leave this page\./],
  [false, "Leave before it is published?", /^The upload is complete, but it is not published yet\./],
])("who leaves is asked about what is lost: is it still uploading? %s", async (isSending, title, sentence) => {
  renderOnPage(
    <>
      <UploadGuard isUploading={isSending} isPublishing />
      <Link href="/explore">Explore</Link>
    </>,
  );
  await userEvent.click(await screen.findByRole("link", { name: "Explore" }));
  expect(await screen.findByRole("alertdialog", { name: title })).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
});
