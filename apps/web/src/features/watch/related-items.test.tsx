import type { ContentCard } from "@app/contract/contents";
import { channelId, contentId } from "@app/contract/ids";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { RelatedItems } from "./related-items.tsx";

function card(at: number): ContentCard {
  const id = `0190a1b2-0000-7000-8000-00000000000${at}`;
  return {
    id: contentId.parse(id),
    type: "video",
    title: `Relay ${at}`,
    length: 60,
    total_views: 1,
    preview: null,
    thumbnail: null,
    thumbnail_small: null,
    published_at: "2026-01-01T00:00:00.000Z",
    channel: { id: channelId.parse(id), name: "Maya", channel_profile: null },
  };
}

test.each([
  { where: "below it on narrow screens", isWide: false, first: 4 },
  { where: "beside it on wide ones", isWide: true, first: 6 },
])("$where, the list ends after $first until one asks for more", async ({ isWide, first }) => {
  const media = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", (query: string) => ({ ...media, matches: isWide && query.includes("min-width") }));
  answerWith(() => Array.from({ length: 8 }, (_, at) => card(at)));
  renderOnPage(<RelatedItems type="video" id="other" />);
  const shown = () => screen.getAllByRole("listitem").filter((one) => !one.classList.contains("hidden"));
  const more = await screen.findByRole("button", { name: "Show more" });
  expect(shown()).toHaveLength(first);
  fireEvent.click(more);
  expect(shown()).toHaveLength(8);
  expect(shown()[first]?.contains(document.activeElement)).toBe(true);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
