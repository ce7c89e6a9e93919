import { type ContentItem, contentRoutes } from "@app/contract/contents";
import { VIEW_AFTER_S, viewRoutes, viewThresholdS } from "@app/contract/views";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";

const ASK_AGAIN_MS = 2_000;
/** Between aiming at a video and opening it. */
const EARLY_FOR_MS = 10_000;

/** One item; asked for again while it is being processed, and never kept for later: its addresses expire. */
export function contentItem(id: string) {
  return queryOptions({
    queryKey: ["content", id],
    queryFn: () => takeEarly(id),
    initialData: () => earlyOf(id)?.item,
    initialDataUpdatedAt: () => earlyOf(id)?.arrivedAtMs,
    refetchInterval: ({ state }) => (state.data?.state === "processing" ? ASK_AGAIN_MS : false),
  });
}

/** The item of a page. Where it has arrived before its page is drawn, there is no waiting to draw. */
export function useContentItem(id: string) {
  const item = useQuery(contentItem(id));
  // By now it is the query's own: whoever opens the page again asks anew.
  useEffect(() => endEarly(id), [id]);
  return item;
}

type Asked = {
  id: string;
  reply: Promise<ContentItem>;
  /** Once the reply is here. */
  item: ContentItem | undefined;
  arrivedAtMs: number | undefined;
  askedAtMs: number;
  isTaken: boolean;
};

/** The last item that was asked for, possibly before its page was open. An answer is one page's. */
let last: Asked | null = null;

/** Asks for an item that somebody aims at; its page takes the answer, if it opens soon. */
export function askEarly(id: string): Promise<ContentItem> {
  return (earlyOf(id) ?? ask(id)).reply;
}

function takeEarly(id: string): Promise<ContentItem> {
  const taken = earlyOf(id) ?? ask(id);
  taken.isTaken = true;
  return taken.reply;
}

function endEarly(id: string): void {
  if (last?.id === id) last.isTaken = true;
}

function earlyOf(id: string): Asked | null {
  const isEarly = last?.id === id && !last.isTaken && Date.now() - last.askedAtMs < EARLY_FOR_MS;
  return isEarly ? last : null;
}

function ask(id: string): Asked {
  const reply = call(contentRoutes.one, { params: { id } });
  const asked: Asked = { id, reply, item: undefined, arrivedAtMs: undefined, askedAtMs: Date.now(), isTaken: false };
  last = asked;
  reply.then(
    (item) => Object.assign(asked, { item, arrivedAtMs: Date.now() }),
    // Whoever waits for it says what is wrong; the next one asks anew.
    () => Object.assign(asked, { isTaken: true }),
  );
  return asked;
}

export function relatedItems(id: string) {
  return queryOptions({
    queryKey: ["related", id],
    queryFn: ({ signal }) => call(contentRoutes.related, { params: { id } }, signal),
  });
}

/** There is no such item for this person, or what stands in the address is no id at all. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "not_found" || error.kind === "invalid_input");
}

export function useRetryProcessing(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(contentRoutes.retry, { params: { id } }),
    onSuccess: (item) => cache.setQueryData(contentItem(id).queryKey, item),
  });
}

/** @returns to be told the seconds watched; says so to the server once they are enough for a view */
export function useCountView(id: string, lengthS: number | null): (watchedS: number) => void {
  const cache = useQueryClient();
  const isTold = useRef(false);
  const { mutate } = useMutation({
    mutationFn: (watchedS: number) => call(viewRoutes.add, { params: { id }, body: { watched_s: watchedS } }),
    retry: 2,
    onSuccess: ({ total_views }) =>
      cache.setQueryData(contentItem(id).queryKey, (item: ContentItem | undefined) => item && { ...item, total_views }),
  });
  return (watchedS) => {
    const enoughS = lengthS === null ? VIEW_AFTER_S : viewThresholdS(lengthS);
    if (isTold.current || watchedS < enoughS) return;
    isTold.current = true;
    mutate(watchedS);
  };
}
