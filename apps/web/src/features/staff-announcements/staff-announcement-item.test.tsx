import type { StaffAnnouncement } from "@app/contract/staff-announcements";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { StaffAnnouncementItem } from "./staff-announcement-item.tsx";

const AT = "2026-02-03T10:00:00.000Z";

test("the video of an announcement is deleted only after a question that says it is final", async () => {
  const sent = answerWith(() => null);
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
  renderOnPage(
    <StaffAnnouncementItem announcement={announcement} onEdit={() => undefined} renderPreview={() => null} />,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Remove video: Camp week" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Remove the video?" }));
  expect(question.getByText(/cannot be undone/)).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sent.map(({ path }) => path)).toEqual([`/api/v1/admin/announcements/${announcement.id}/video`]);
});
