import type { StaffAnnouncement } from "@app/contract/staff-announcements";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { StaffAnnouncementItem } from "./staff-announcement-item.tsx";

const AT = "2026-02-03T10:00:00.000Z";

const announcement = {
  id: "0190a1b2-0000-7000-8000-000000000001",
  title: "Camp week",
  description: "",
  youtube_link: null,
  starts_at: AT,
  ends_at: null,
  is_on: false,
  state: "off",
  video: { has_video: true, is_preparing: false, fault: null },
  preview: {},
} as unknown as StaffAnnouncement;

const draw = () =>
  renderOnPage(
    <StaffAnnouncementItem announcement={announcement} onEdit={() => undefined} renderPreview={() => null} />,
  );

test("the video of an announcement is deleted only after a question that says it is final", async () => {
  const sent = answerWith(() => null);
  draw();
  await userEvent.click(await screen.findByRole("button", { name: "Remove video: Camp week" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Remove the video?" }));
  expect(question.getByText(/cannot be undone/)).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sent.map(({ path }) => path)).toEqual([`/api/v1/admin/announcements/${announcement.id}/video`]);
});

/** An upload that goes on when the test says so. */
class SlowRequest extends EventTarget {
  static sent = Promise.withResolvers<SlowRequest>();
  upload = new EventTarget();
  status = 200;
  responseText = JSON.stringify({ code: 200, status: "success", message: "OK", data: null });
  open(): void {}
  setRequestHeader(): void {}
  send(): void {
    SlowRequest.sent.resolve(this);
  }
}

test("how much of a video is uploaded shows until all of it is", async () => {
  answerWith(() => null);
  vi.stubGlobal("XMLHttpRequest", SlowRequest);
  const { container } = draw();
  await screen.findByRole("button", { name: "Replace the video of Camp week" });
  const [input] = container.querySelectorAll<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, new File(["film"], "camp.mp4", { type: "video/mp4" }));
  const bar = await screen.findByRole("progressbar", { name: "Upload of the video of Camp week" });
  expect(bar.getAttribute("aria-valuenow")).toBeNull();
  const request = await SlowRequest.sent.promise;
  act(() => void request.upload.dispatchEvent(new ProgressEvent("progress", { loaded: 30, total: 60 })));
  expect(bar.getAttribute("aria-valuenow")).toBe("50");
  request.dispatchEvent(new Event("load"));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
});
