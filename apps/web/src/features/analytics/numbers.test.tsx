import {
  ANALYTICS_ITEMS_MAX,
  type AnalyticsItem,
  type ChannelAnalytics,
  type ContentAnalytics,
} from "@app/contract/analytics";
import { contentId } from "@app/contract/ids";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { Numbers } from "./numbers.tsx";

const COUNTS = { views: 0, watched_s: 0, average_watched_s: null, followers: 0, likes: 0 };
const itemAt = (at: number): AnalyticsItem => ({
  ...COUNTS,
  id: contentId.parse(`0190a1b2-0000-7000-8000-${String(at).padStart(12, "0")}`),
  type: "video",
  is_clip: false,
  title: `Item ${at}`,
  length: 60,
});
const itemsUpTo = (count: number) => Array.from({ length: count }, (_, at) => itemAt(at + 1));

const CHANNEL: ChannelAnalytics = {
  from: "2026-06-01",
  to: "2026-06-07",
  time_zone: "America/New_York",
  totals: { ...COUNTS, views: 4 },
  days: [{ day: "2026-06-07", views: 4, watched_s: 0, followers: 0, likes: 0 }],
  sources: [
    { source: "explore", views: 3 },
    { source: "outside", views: 1 },
  ],
  items: [itemAt(1), { ...itemAt(2), is_clip: true }],
};

const VIDEO: ContentAnalytics = {
  ...CHANNEL,
  title: "Cup final",
  retention: {
    viewers: 12,
    buckets: [
      { from_s: 0, to_s: 30, viewers: 12, share: 1, replays: 0.25 },
      { from_s: 30, to_s: 60, viewers: 9, share: 0.75, replays: 0 },
      { from_s: 60, to_s: 90, viewers: null, share: null, replays: null },
    ],
    most_replayed: [{ from_s: 0, to_s: 30, replays: 0.25 }],
  },
};

const files: Blob[] = [];
const { createObjectURL, revokeObjectURL } = URL;

/** jsdom makes no URLs of files and follows no links. */
beforeEach(() => {
  files.length = 0;
  URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
});

afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  vi.restoreAllMocks();
});

/** @param file the items of the file */
function show(channel: ChannelAnalytics, file: { items: AnalyticsItem[]; is_complete: boolean }) {
  const sent = answerWith((path) => (path.includes("/analytics/items") ? file : channel));
  renderWithQueries(<Numbers itemId={null} days={7} onItem={vi.fn()} onDays={vi.fn()} />);
  return sent;
}

function showItem(item: ContentAnalytics): void {
  answerWith(() => item);
  renderWithQueries(<Numbers itemId={itemAt(1).id} days={7} onItem={vi.fn()} onDays={vi.fn()} />);
}

const rowsOf = (file: Blob | undefined) => file?.text().then((text) => text.trim().split("\r\n"));

test("where views come from is a chart, a table and a file", async () => {
  show(CHANNEL, { items: [], is_complete: true });
  const chart = await screen.findByRole("img", { name: /^Sources of views/ });
  expect(chart.getAttribute("aria-label")).toBe("Sources of views: Explore and categories 75%, Other websites 25%.");
  fireEvent.click(screen.getByRole("switch", { name: "Show sources as a table" }));
  expect(screen.getByRole("row", { name: "Explore and categories 3 75%" })).toBeTruthy();
  expect(screen.queryByRole("img", { name: /^Sources of views/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "CSV: Download sources of views" }));
  expect(await rowsOf(files[0])).toEqual(["Source,Views", "Explore and categories,3", "Other websites,1"]);
});

test("the file of days has each day with all of its numbers, the oldest first", async () => {
  const days = [
    { day: "2026-06-06", views: 12, watched_s: 345.6, followers: 2, likes: 3 },
    { day: "2026-06-07", views: 4, watched_s: 0, followers: 1, likes: 0 },
  ];
  show({ ...CHANNEL, days }, { items: [], is_complete: true });
  fireEvent.click(await screen.findByRole("button", { name: "CSV: Download by day" }));
  expect(await rowsOf(files[0])).toEqual([
    "Day,Views,Watch time in seconds,Followers gained,Likes",
    "2026-06-06,12,345.6,2,3",
    "2026-06-07,4,0,1,0",
  ]);
});

test("numbers of another period are no longer offered while the chosen one loads", async () => {
  let answer = Promise.resolve(CHANNEL);
  answerWith(() => answer);
  const numbers = (days: 7 | 28) => <Numbers itemId={null} days={days} onItem={vi.fn()} onDays={vi.fn()} />;
  const { rerender, queries } = renderWithQueries(numbers(7));
  const csv = await screen.findByRole("button", { name: "CSV: Download by day" });
  const isOffered = () => csv.closest("[inert]") === null;
  expect(isOffered()).toBe(true);
  const { promise, resolve } = Promise.withResolvers<ChannelAnalytics>();
  answer = promise;
  rerender(<QueryClientProvider client={queries}>{numbers(28)}</QueryClientProvider>);
  expect(isOffered()).toBe(false);
  resolve({ ...CHANNEL, totals: { ...COUNTS, views: 9_000 } });
  expect(await screen.findByText("9,000")).toBeTruthy();
  expect(isOffered()).toBe(true);
});

test("the curve of a video is a file of its parts", async () => {
  showItem(VIDEO);
  fireEvent.click(await screen.findByRole("button", { name: "CSV: Download the curve" }));
  expect(await rowsOf(files[0])).toEqual([
    "From second,To second,Viewers,Share,Replays",
    "0,30,12,1,0.25",
    "30,60,9,0.75,0",
    "60,90,,,",
  ]);
});

test("an owner under 18 is told that some parts of the curve are not shown; if all are shown, nobody is told", async () => {
  const sentence = /^12 viewers since it was published, trimmed or replaced\.(.*)$/;
  showItem(VIDEO);
  expect((await screen.findByText(sentence)).textContent?.match(sentence)?.[1]).toBe(
    " Parts that fewer than 3 people reached are not shown while the channel's owner is under 18.",
  );
  fireEvent.click(screen.getByRole("switch", { name: "Show the curve as a table" }));
  expect(screen.getByRole("row", { name: "0:30 9 75% 0.0" })).toBeTruthy();
  expect(screen.getByRole("row", { name: "1:00 – – –" })).toBeTruthy();
  cleanup();
  showItem({
    ...VIDEO,
    retention: VIDEO.retention && { ...VIDEO.retention, buckets: VIDEO.retention.buckets.slice(0, 2) },
  });
  expect((await screen.findByText(sentence)).textContent?.match(sentence)?.[1]).toBe("");
});

test("the list by item says when it is cut, and its file holds all items", async () => {
  const all = itemsUpTo(ANALYTICS_ITEMS_MAX + 1);
  const sent = show({ ...CHANNEL, items: all.slice(0, ANALYTICS_ITEMS_MAX) }, { items: all, is_complete: true });
  expect(await screen.findByText(/^The 50 items with the most views in this period\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "CSV: Download by item" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(sent.at(-1)?.path).toMatch(/\/analytics\/items\?days=7$/);
  expect(await rowsOf(files[0])).toHaveLength(1 + all.length);
  expect(useToasts.getState().toasts).toEqual([]);
});

test("a file that does not hold all items says so", async () => {
  show(CHANNEL, { items: CHANNEL.items, is_complete: false });
  fireEvent.click(await screen.findByRole("button", { name: "CSV: Download by item" }));
  await waitFor(() => expect(files).toHaveLength(1));
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      "The file holds the 10,000 items with the most views.",
    ]),
  );
});

test("a complete list does not say that it is cut, names a clip as one, and has a bar for the views", async () => {
  const items = CHANNEL.items.map((item, at) => ({ ...item, views: at + 1 }));
  show({ ...CHANNEL, items }, { items, is_complete: true });
  expect(await screen.findByRole("button", { name: /^Item 1/ })).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Item 2 ?Clip$/ })).toBeTruthy();
  expect(screen.queryByText(/with the most views/)).toBeNull();
  const widthOf = (name: RegExp) =>
    screen.getByRole("button", { name }).querySelector<HTMLElement>("[style]")?.style.width;
  expect([widthOf(/^Item 1/), widthOf(/^Item 2/)]).toEqual(["50%", "100%"]);
});

test("an image set or document has no watch time, neither as a total nor by day", async () => {
  showItem({ ...VIDEO, title: "Playbook", retention: null });
  await screen.findByRole("heading", { name: "Playbook" });
  expect(screen.getByText("Watch time").nextElementSibling?.textContent).toBe("–");
  expect(screen.getAllByRole("radio").map((radio) => radio.getAttribute("value"))).toEqual([
    "views",
    "followers",
    "likes",
  ]);
});
