import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "#testing/page-parts.tsx";
import { ReportedItem } from "./moderation-pages.tsx";

test("a reported item that is shown takes the place of its button, and the focus", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const content = { id: "0190a1b2-0000-7000-8000-000000000001", type: "video", title: "Final" };
  renderOnPage(<ReportedItem content={content as never} />);
  await userEvent.click(await screen.findByRole("button", { name: "Show the video" }));
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "The video" }));
});
