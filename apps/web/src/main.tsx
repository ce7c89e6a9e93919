import "./styles/app.css";
import type { ContentCard } from "@app/contract/contents";
import type { BannerItem, SiteStats, WeeklyEarner } from "@app/contract/discovery";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { clearOnUserChange, queryClient, resetOnChannelChange } from "#app/query-client.ts";
import { importVideoPage, router } from "#app/router.ts";
import { preloadMemberHeader } from "#app/shell/shell.tsx";
import { topVideos, trendingVideos, weeklyEarners } from "#features/discovery/discovery.queries.ts";
import { siteStats } from "#features/site-stats/site-stats.queries.ts";
import { whenIdle } from "#lib/idle-queue.ts";
import { readLcpImage } from "#lib/lcp-image.ts";
import { keepQueriesLive } from "#lib/live-queries.ts";
import { isSavingData } from "#lib/saves-data.ts";
import { getUser, restoreSession } from "#lib/session.ts";
import { useSessionStore } from "#lib/session-store.ts";
import { watchSystemTheme } from "#lib/theme.ts";
import { showFlash } from "#lib/toast.ts";
import { Toaster } from "#ui/toaster.tsx";

/** Waiting this long for the page lets it render in one transition with the shell instead of blocking input later. */
const PAGE_WAIT_MS = 300;
/** Lets the images and lists of the current page load before the player's code. */
const PREFETCH_DELAY_MS = 1_000;

async function start(place: HTMLElement): Promise<void> {
  watchSystemTheme();
  readLcpImage();
  const header = getUser() ? preloadMemberHeader().catch(() => undefined) : null;
  await Promise.all([restoreSession(), header]);
  clearOnUserChange();
  resetOnChannelChange();
  hydrateInitialData(queryClient);
  // Yields after evaluating the scripts, so that rendering is a separate task.
  await new Promise((resolve) => setTimeout(resolve));
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS))]);
  const root = createRoot(place);
  // As a transition, so that rendering does not block input.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  showFlash();
  keepQueriesLive(queryClient);
  connectLive();
  prefetchPlayer();
}

/** What the server embeds in the HTML: the first three lists of `/explore`, or the site stats of `/`. */
type InitialData = {
  weekly_earners?: WeeklyEarner[];
  top_videos?: BannerItem[];
  trending?: ContentCard[];
  site_stats?: SiteStats;
};

/** Moves the embedded data into the query cache, so that the first view renders without requests. */
function hydrateInitialData(cache: QueryClient): void {
  const block = document.getElementById("initial-data");
  if (!block) return;
  const data = JSON.parse(block.textContent ?? "") as InitialData;
  block.remove();
  if (data.site_stats) cache.setQueryData(siteStats().queryKey, data.site_stats);
  // Embedded lists are the same for everybody, so members with blocks, whose lists leave people out, cannot use them.
  if (getUser()?.has_blocks) return;
  if (data.weekly_earners) cache.setQueryData(weeklyEarners().queryKey, data.weekly_earners);
  if (data.top_videos) cache.setQueryData(topVideos().queryKey, data.top_videos);
  if (data.trending) cache.setQueryData(trendingVideos().queryKey, data.trending);
}

/** Keeps a live connection open while someone is signed in, starting after the first paint. */
function connectLive(): void {
  let disconnect: (() => void) | null = null;

  async function open(): Promise<void> {
    const account = useSessionStore.getState().user?.id;
    if (account === undefined || disconnect !== null) return;
    // Pages work without a live connection; the next page load tries again.
    const connection = await import("#lib/live-connection.ts").catch(() => null);
    if (useSessionStore.getState().user?.id === account) disconnect ??= connection?.connect(account) ?? null;
  }

  whenIdle(() => void open());
  useSessionStore.subscribe((now, before) => {
    if (now.user?.id === before.user?.id) return;
    disconnect?.();
    disconnect = null;
    whenIdle(() => void open());
  });
}

/** Loads the watch page's code while the browser is idle, so that a click on a video plays at once. Members only. */
function prefetchPlayer(): void {
  const prefetch = () => {
    if (useSessionStore.getState().user === null || isSavingData()) return;
    const player = import("#features/player/lazy-player.tsx").then(({ preloadPlayer }) => preloadPlayer());
    // If this fails, opening the page reports it.
    Promise.all([importVideoPage(), player]).catch(() => undefined);
  };
  const schedule = () => setTimeout(() => whenIdle(prefetch), PREFETCH_DELAY_MS);
  if (document.readyState === "complete") schedule();
  else addEventListener("load", schedule, { once: true });
  useSessionStore.subscribe((now, before) => {
    if (now.user !== null && before.user === null) schedule();
  });
}

const place = document.getElementById("root");
if (place) void start(place);
