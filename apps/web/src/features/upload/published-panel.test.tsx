import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { momentInWords } from "#lib/dates.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { PublishedPanel } from "./published-panel.tsx";

test.each([
  ["says when it becomes public", "2030-02-03T10:00:00.000Z"],
  ["says nothing of a date that it does not have", null],
])("a published item %s", async (_, publishAt) => {
  answerWith(() => anItem({ publish_at: publishAt, visibility: publishAt === null ? "public" : "private" }));
  renderOnPage(<PublishedPanel contentId={anItem().id} onAnother={vi.fn()} />);
  expect(await screen.findByText("Your video is ready to watch.")).toBeTruthy();
  const words = publishAt && `Scheduled: it becomes public on ${momentInWords(publishAt)}.`;
  expect(screen.queryByText(/^Scheduled/)?.textContent ?? null).toBe(words);
});
