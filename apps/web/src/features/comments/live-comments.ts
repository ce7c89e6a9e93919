import type { ContentId } from "@app/contract/ids";
import { useEffect, useRef, useState } from "react";
import { useItemLive, useLive } from "#lib/live.ts";
import { useHasJustChanged, useIsLoadingMore, useRefreshComments } from "./comments.queries.ts";

/** Changes come in bursts, so one refetch waits for more of them. */
const REFRESH_DELAY_MS = 300;
/** With more pages than this, a reader is asked before everything is fetched again. */
const PAGES_REFRESHED = 3;

type List = { data?: { pages: unknown[] } | undefined; isRefetching: boolean; isRefetchError: boolean };

type News = { isShown: boolean; end: () => void };

/** Refetches the shown comments when they change, or offers to. */
export function useLiveComments(id: ContentId, { data, isRefetching, isRefetchError }: List): News {
  const refresh = useRefreshComments(id);
  const hasJustChanged = useHasJustChanged(id);
  const isLoadingMore = useIsLoadingMore(id);
  const [hasNews, setHasNews] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = (data?.pages.length ?? 0) > PAGES_REFRESHED;
  const refreshSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A refetch would cancel the page that the reader asked for.
      if (isLoadingMore()) refreshSoon();
      else void refresh();
    }, REFRESH_DELAY_MS);
  };
  const hear = () => {
    if (isLong) {
      // The event that follows an own comment or like is no news.
      if (!hasJustChanged()) setHasNews(true);
      return;
    }
    refreshSoon();
  };
  useItemLive(id, "comments.changed", hear);
  // Held comments, which only their author sees here, change for nobody else.
  useLive("held_comments.changed", hear);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Everything was fetched again, or is another list.
    if (!isLong || !(isRefetching || isRefetchError)) setHasNews(false);
  }, [isLong, isRefetching, isRefetchError]);
  return { isShown: hasNews && isLong, end: () => setHasNews(false) };
}
