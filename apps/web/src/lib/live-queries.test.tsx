import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dispatch, setLive } from "./live.ts";
import { keepQueriesLive, liveMeta } from "./live-queries.ts";

type Item = { state: string };

let cache: QueryClient;

/** @returns how often it was fetched; the first reply is `processing`, later ones are `ready` */
function watch(key: string): { fetches: () => number; stop: () => void } {
  const queryFn = vi.fn(
    async (): Promise<Item> => ({ state: queryFn.mock.calls.length === 1 ? "processing" : "ready" }),
  );
  const meta = liveMeta("processing.changed", (item: Item) => item.state === "processing");
  const stop = new QueryObserver(cache, { queryKey: [key], queryFn, meta }).subscribe(() => undefined);
  return { fetches: () => queryFn.mock.calls.length, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
  cache = new QueryClient();
  keepQueriesLive(cache);
});
afterEach(() => vi.useRealTimers());

test("a live query is fetched again on its event until its item is final, and is never polled", async () => {
  setLive(true);
  const query = watch("one");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(query.fetches()).toBe(1);
  dispatch("devices.changed", {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(query.fetches()).toBe(1);
  for (let n = 0; n < 3; n++) {
    dispatch("processing.changed", {});
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(query.fetches()).toBe(2);
  query.stop();
});

test("without a connection, a live query is polled slowly until its item is final", async () => {
  setLive(false);
  const query = watch("two");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(query.fetches()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(query.fetches()).toBe(2);
  query.stop();
});

test("an event leaves a further page of a list under way, and fetches the list again after it", async () => {
  setLive(true);
  const queryFn = vi.fn(async ({ pageParam }: { pageParam: number }) => {
    if (pageParam > 0) await new Promise((resolve) => setTimeout(resolve, 2_000));
    return { page: pageParam };
  });
  const list = new InfiniteQueryObserver(cache, {
    queryKey: ["list"],
    queryFn,
    initialPageParam: 0,
    getNextPageParam: ({ page }) => page + 1,
    meta: liveMeta("earnings.changed"),
  });
  const stop = list.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  const loading = list.fetchNextPage();
  dispatch("earnings.changed", {});
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await loading).data?.pages).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(queryFn).toHaveBeenCalledTimes(4);
  stop();
});
