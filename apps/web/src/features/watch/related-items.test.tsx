import type { ContentCard } from "@app/contract/contents";
import { channelId, contentId } from "@app/contract/ids";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { RelatedItems } from "./related-items.tsx";

function card(at: number): ContentCard {
  const id = `0190a1b2-0000-7000-8000-00000000000${at}`;
  return {
    ...{ id: contentId.parse(id), type: "video", title: `Relay ${at}`, length: 60, total_views: 1, preview: null },
    ...{ thumbnail: null, thumbnail_small: null, published_at: "2026-01-01T00:00:00.000Z" },
    channel: { id: channelId.parse(id), name: "Maya", channel_profile: null },
  };
}

test("on narrow screens, where the comments are below it, the list ends after four until one asks for more", async () => {
  answerWith(() => Array.from({ length: 6 }, (_, at) => card(at)));
  renderOnPage(<RelatedItems type="video" id="other" />);
  const onNarrow = () => screen.getAllByRole("listitem").filter((one) => !one.classList.contains("max-lg:hidden"));
  const more = await screen.findByRole("button", { name: "Show more" });
  expect(onNarrow()).toHaveLength(4);
  fireEvent.click(more);
  expect(onNarrow()).toHaveLength(6);
  expect(onNarrow()[4]?.contains(document.activeElement)).toBe(true);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
