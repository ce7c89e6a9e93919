import type { ChannelAnalytics, ContentAnalytics } from "@app/contract/analytics";
import { contentId } from "@app/contract/ids";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { aProfile } from "#testing/a-profile.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { NumbersPage } from "./numbers-page.tsx";

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

const COUNTS = { views: 4, watched_s: 0, average_watched_s: null, followers: 0, likes: 0 };
const CHANNEL: ChannelAnalytics = {
  from: "2026-06-01",
  to: "2026-06-07",
  time_zone: "America/New_York",
  totals: COUNTS,
  days: [{ day: "2026-06-07", views: 4, watched_s: 0, followers: 0, likes: 0 }],
  sources: [{ source: "explore", views: 4 }],
  items: [
    {
      ...COUNTS,
      id: contentId.parse("0190a1b2-0000-7000-8000-000000000001"),
      type: "video",
      is_clip: false,
      title: "Cup final",
      length: 60,
    },
  ],
};
const ITEM: ContentAnalytics = { ...CHANNEL, title: "Cup final", retention: null };

test("an item that is opened, and all content again, pass the focus to the page", async () => {
  setUser({ ...aProfile({ plan: "Individual" }), teams: [], can: {} } as never);
  setAccessToken("token");
  answerWith((path) => (path.includes("/content/") ? ITEM : CHANNEL));
  renderOnPage(
    <main tabIndex={-1}>
      <NumbersPage />
    </main>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /Cup final/ }));
  const back = await screen.findByRole("button", { name: "All content" });
  expect(document.activeElement).toBe(screen.getByRole("main"));
  await userEvent.click(back);
  await screen.findByRole("button", { name: /Cup final/ });
  expect(document.activeElement).toBe(screen.getByRole("main"));
});
