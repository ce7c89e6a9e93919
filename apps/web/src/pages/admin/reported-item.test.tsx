import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { ReportedItem } from "./moderation-pages.tsx";

test("a reported item that is shown takes the place of its button, and the focus", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const content = { id: "0190a1b2-0000-7000-8000-000000000001", type: "video", title: "Final" };
  renderOnPage(<ReportedItem content={content as never} />);
  await userEvent.click(await screen.findByRole("button", { name: "Show the video" }));
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "The video" }));
});

test("it stays when it cannot be fetched again", async () => {
  const item = anItem({ type: "document", description: "Heats and finals" });
  answerWith(() => item);
  const { queries } = renderOnPage(<ReportedItem content={item} />);
  await userEvent.click(await screen.findByRole("button", { name: "Show the document" }));
  await screen.findByText("Heats and finals");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await act(() => queries.invalidateQueries());
  // The page is told of it in a task of its own.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByText("Heats and finals")).toBeTruthy();
});
