import type { OpenUpload } from "@app/contract/uploads";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { UnfinishedUploads } from "./unfinished-uploads.tsx";

const VIDEO = "0190a1b2-0000-7000-8000-000000000001";

function upload(file_name: string, about: Partial<OpenUpload>): OpenUpload {
  const id = Buffer.from(file_name.padEnd(16)).toString("hex");
  return {
    id: id as OpenUpload["id"],
    type: "video",
    replaces: null,
    file_name,
    size_bytes: 10,
    offset_bytes: 10,
    started_at: "2030-01-01T00:00:00.000Z",
    expires_at: "2030-01-08T00:00:00.000Z",
    check: null,
    frames: [],
    awaits_frames: false,
    processing: null,
    ...about,
  };
}

test("each one says what it waits for and leads to where it is continued, or says why it cannot be used", async () => {
  const refused = { ok: false, message: "This file is cut off.", length: null };
  const replaces = VIDEO as OpenUpload["replaces"];
  answerWith(() => [
    upload("lap.mp4", { offset_bytes: 4 }),
    upload("plays.pdf", { type: "document" }),
    upload("cut.jpg", { type: "image", check: refused }),
    upload("half.mp4", { replaces, offset_bytes: 5 }),
    upload("whole.mp4", { replaces }),
    upload("wrong.mp4", { replaces, check: refused }),
  ]);
  renderOnPage(<UnfinishedUploads />);
  expect(await screen.findAllByRole("listitem")).toHaveLength(3);
  fireEvent.click(screen.getByRole("button", { name: "Show all 6" }));
  expect(document.activeElement?.textContent).toBe("Continue half.mp4");
  const told = screen.getAllByRole("listitem").map((line) => [
    [...line.querySelectorAll("p")].map(({ textContent }) => textContent).join(" "),
    within(line)
      .queryByRole("link", { name: /^Continue / })
      ?.getAttribute("href"),
  ]);
  const edit = expect.stringMatching(/^\/edit-video\//);
  expect(told).toEqual([
    ["lap.mp4 10 bytes · 40% uploaded", "/upload-video"],
    ["plays.pdf 10 bytes · not published yet", "/upload-document"],
    ["cut.jpg 10 bytes · cannot be used This file is cut off.", undefined],
    ["half.mp4 10 bytes · a new file for a video · 50% uploaded", edit],
    ["whole.mp4 10 bytes · a new file for a video · being processed", edit],
    ["wrong.mp4 10 bytes · a new file for a video · cannot be used This file is cut off.", undefined],
  ]);
});

test("one is deleted after a question, and leaves the list; a failure says so in the question", async () => {
  let isOffline = true;
  let uploads = [upload("lap.mp4", { offset_bytes: 4 }), upload("sprint.mp4", { offset_bytes: 4 })];
  const id = uploads[0]?.id ?? "";
  const sent = answerWith((path) => {
    if (!path.endsWith(id)) return uploads;
    if (isOffline) throw new TypeError("Failed to fetch");
    uploads = uploads.slice(1);
    return null;
  });
  renderOnPage(<UnfinishedUploads />);
  fireEvent.click(await screen.findByRole("button", { name: "Delete lap.mp4" }));
  expect(sent.some(({ path }) => path.endsWith(id))).toBe(false);
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete this upload?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await dialog.findByText(/connection/);
  isOffline = false;
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await expect.poll(() => screen.queryByText("lap.mp4")).toBeNull();
  await expect.poll(() => document.activeElement?.textContent).toBe("Unfinished uploads");
  expect(sent.some(({ path }) => path.endsWith(id))).toBe(true);
});
