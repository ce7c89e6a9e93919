import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dispatch, setLive } from "./live.ts";
import { keepQueriesLive, liveMeta } from "./live-queries.ts";

type Item = { state: string };

let cache: QueryClient;

/** @returns how often it was fetched; the first time it is processed, and then ready */
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

test("a marked query is fetched again at an event, until the event can change nothing more, and never polled", async () => {
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

test("while there is no connection it is polled slowly, until nothing more is to come", async () => {
  setLive(false);
  const query = watch("two");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(query.fetches()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(query.fetches()).toBe(2);
  query.stop();
});
