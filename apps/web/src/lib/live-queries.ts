import { LIVE_EVENT_NAMES, type LiveEventName } from "@app/contract/live-names";
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { isConnected, onLive, useItemLive } from "./live.ts";

/** Pages that process several files at once get several events a second. */
const REFETCH_GAP_MS = 500;

/** How often a query that waits for something is refetched while there is no live connection. */
const FALLBACK_POLL_MS = 4_000;

type LiveMeta = { live: LiveEventName; isWaiting: ((data: never) => boolean) | null };

/**
 * Marks a query that is refetched at each event of this name.
 * @param isWaiting whether the event can change these data; only then is it refetched, and polled slowly while there is no
 * live connection. Without it, every event counts, and nothing is polled
 */
export function liveMeta<Data>(live: LiveEventName, isWaiting: ((data: Data) => boolean) | null = null): LiveMeta {
  return { live, isWaiting };
}

function isWaiting({ meta, state }: Query): boolean {
  const check = meta?.["isWaiting"] as ((data: unknown) => boolean) | null | undefined;
  // What is being fetched may be read too early.
  return !check || state.data === undefined || state.fetchStatus === "fetching" || check(state.data);
}

/** Keeps the queries that `liveMeta` marks up to date, for as long as the page is open. */
export function keepQueriesLive(cache: QueryClient): void {
  for (const name of LIVE_EVENT_NAMES)
    onLive(
      name,
      oneAfterAnother(() => refetch(cache, (query) => query.meta?.["live"] === name && isWaiting(query))),
    );
  const poll = oneAfterAnother(() => refetch(cache, (query) => !!query.meta?.["isWaiting"] && isWaiting(query)));
  setInterval(() => {
    if (!isConnected() && document.visibilityState === "visible") poll();
  }, FALLBACK_POLL_MS);
}

/** Refetches the queries of an item that its processing can change, for its pages: others than its owner open them too. */
export function useLiveItem(id: string): void {
  const cache = useQueryClient();
  useItemLive(id, "processing.changed", () => {
    const isOfItem = ({ meta, queryKey }: Query) => meta?.["live"] === "processing.changed" && queryKey.includes(id);
    void refetch(cache, (query) => isOfItem(query) && isWaiting(query));
  });
}

/** Whether a further page of a list is under way, which fetching the list again would cancel. */
export function isLoadingMore({ state }: Query): boolean {
  return state.fetchStatus === "fetching" && state.fetchMeta?.fetchMore !== undefined;
}

async function refetch(cache: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  const isLoading = () => cache.getQueryCache().findAll({ type: "active", predicate }).some(isLoadingMore);
  while (isLoading()) await new Promise((resolve) => setTimeout(resolve, REFETCH_GAP_MS));
  await cache.invalidateQueries({ type: "active", predicate });
}

/** @returns a trigger: events during a run lead to one more run, so that no event is lost and none cancels a fetch */
function oneAfterAnother(run: () => Promise<unknown>): () => void {
  let isRunning = false;
  let isWanted = false;
  async function runWhileWanted(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await run().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, REFETCH_GAP_MS));
    }
    isRunning = false;
  }

  return () => {
    isWanted = true;
    if (!isRunning) void runWhileWanted();
  };
}
