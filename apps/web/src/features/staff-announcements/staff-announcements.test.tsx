import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { StaffAnnouncements } from "./staff-announcements.tsx";

const announcement = {
  id: "0190a1b2-0000-7000-8000-000000000001",
  title: "Camp week",
  description: "Bring boots.",
  youtube_link: null,
  starts_at: "2026-02-03T10:00:30.000Z",
  ends_at: null,
  state: "off",
  is_on: false,
  video: { has_video: false, is_preparing: false, fault: null },
  preview: {
    title: "Camp week",
    description: "",
    youtube_link: null,
    video_path: null,
    poster: null,
    loop: { from_s: 10, to_s: 15 },
  },
};

test("only what was changed in an announcement is sent", async () => {
  const pagination = { current_page: 1, per_page: 12, total: 1, last_page: 1, next: null };
  const sent = answerWith((path) =>
    path.includes(announcement.id) ? null : { announcements: [announcement], pagination },
  );
  renderOnPage(<StaffAnnouncements renderPreview={() => null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Edit Camp week" }));
  await userEvent.type(await screen.findByLabelText("Title"), " begins");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
  const path = `/api/v1/admin/announcements/${announcement.id}`;
  expect(sent.find((one) => one.path === path)?.body).toEqual({ title: "Camp week begins" });
});
