import { type ContentItem, contentRoutes } from "@app/contract/contents";
import { VIEW_AFTER_S, viewRoutes, viewThresholdS } from "@app/contract/views";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
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
    initialData: () => takeArrived(id),
    refetchInterval: ({ state }) => (state.data?.state === "processing" ? ASK_AGAIN_MS : false),
  });
}

/** The last item that was asked for, possibly before its page was open. An answer is taken once. */
let last: {
  id: string;
  reply: Promise<ContentItem>;
  arrived: ContentItem | undefined;
  askedAtMs: number;
  isTaken: boolean;
} | null = null;

/** Asks for an item that somebody aims at; its page takes the answer, if it opens soon. */
export function askEarly(id: string): Promise<ContentItem> {
  return (lastOf(id) ?? ask(id)).reply;
}

function takeEarly(id: string): Promise<ContentItem> {
  const known = lastOf(id);
  const taken = known === null || known.isTaken ? ask(id) : known;
  taken.isTaken = true;
  return taken.reply;
}

/** Where it is here already, its page begins with it and has no waiting to draw. */
function takeArrived(id: string): ContentItem | undefined {
  const known = lastOf(id);
  if (known === null || known.isTaken || known.arrived === undefined) return undefined;
  known.isTaken = true;
  return known.arrived;
}

function ask(id: string): NonNullable<typeof last> {
  const reply = call(contentRoutes.one, { params: { id } });
  const asked: NonNullable<typeof last> = {
    ...{ id, reply, arrived: undefined },
    ...{ askedAtMs: performance.now(), isTaken: false },
  };
  reply.then(
    (item) => {
      asked.arrived = item;
    },
    () => undefined,
  );
  last = asked;
  return asked;
}

function lastOf(id: string): typeof last {
  return last?.id === id && performance.now() - last.askedAtMs < EARLY_FOR_MS ? last : null;
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
