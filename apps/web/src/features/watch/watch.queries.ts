import type { ContentItem } from "@app/contract/contents";
import { STILL_VIEW_MIN_S, VIDEO_VIEW_MIN_S, viewThresholdS } from "@app/contract/views";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "#lib/api.ts";
import { contentItem } from "#lib/queries.ts";
import { currentSource } from "#lib/search-params.ts";
import { isRetryable } from "#lib/undo.ts";

export type PlaybackStart = { resume_at_s: number | null; ticket: string | null };

/** Where to continue, and how to report what is played. */
export function requestPlayback(id: string): Promise<PlaybackStart> {
  return call("GET /content/:id/playback", { params: { id } });
}

/** Playback does not depend on it. */
export function fetchPlayback(id: string): Promise<PlaybackStart | null> {
  return requestPlayback(id).catch(() => null);
}

/** The ticket of this visit. If the page loaded none, it is requested again. Null until it is there. */
export function usePlaybackTicket(id: string, loaded: PlaybackStart | null): string | null {
  const { data } = useQuery({
    queryKey: ["playback", id],
    queryFn: () => requestPlayback(id),
    enabled: loaded === null,
    // Only for this visit, and the same one for all of it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (loaded ?? data)?.ticket ?? null;
}

export function relatedItems(id: string) {
  return queryOptions({
    queryKey: ["related", id],
    queryFn: ({ signal }) => call("GET /content/:id/related", { params: { id } }, signal),
  });
}

/** The item does not exist for this user, or the id in the URL is invalid. */
export function useRetryProcessing(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /content/:id/retry", { params: { id } }),
    onSuccess: (item) => cache.setQueryData(contentItem(id).queryKey, item),
  });
}

/** @returns a callback for the seconds watched; reports a view to the server once there are enough */
export function useCountView(id: string, lengthS: number | null): (watchedS: number) => void {
  return useReportView(id, lengthS === null ? VIDEO_VIEW_MIN_S : viewThresholdS(lengthS));
}

/** Counts a view of an image or a document once it has been in sight for long enough. @param isShown there is something to see */
export function useCountStillView(id: string, isShown: boolean): void {
  const report = useEffectEvent(useReportView(id, STILL_VIEW_MIN_S));
  useEffect(() => {
    if (!isShown) return;
    let seenS = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      seenS += 1;
      report(seenS);
    }, 1_000);
    return () => clearInterval(timer);
  }, [isShown]);
}

function useReportView(id: string, enoughS: number): (watchedS: number) => void {
  const cache = useQueryClient();
  const isReported = useRef(false);
  const [source] = useState(currentSource);
  const { mutate } = useMutation({
    mutationFn: (watchedS: number) =>
      call("POST /content/:id/view", { params: { id }, body: { watched_s: watchedS, source } }),
    // As long as the page is open: nobody else reports it.
    retry: (_, error) => isRetryable(error),
    onSuccess: ({ total_views }) =>
      cache.setQueryData(contentItem(id).queryKey, (item: ContentItem | undefined) => item && { ...item, total_views }),
  });
  return (watchedS) => {
    if (isReported.current || watchedS < enoughS) return;
    isReported.current = true;
    mutate(watchedS);
  };
}
