import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshLists } from "./follow-lists.ts";
import { forgetWishes, useWishes, wish } from "./follow-wishes.ts";

const ATHLETES = ["discovery", "athletes", true];
const CHANNEL = ["channels", "c"];

let cache: QueryClient;
beforeEach(() => {
  forgetWishes();
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => cache.clear());

const standing = () => useWishes.getState().byChannel.c?.wish;
const noLine = () => Promise.reject(new Error("no line"));

/** A list in the cache, and the server it comes from. */
async function openList(queryKey: readonly (string | boolean)[], answer: () => Promise<string>): Promise<void> {
  await cache.prefetchQuery({ queryKey, queryFn: answer });
}

test("after a failure the list is asked, and believed whatever it says", async () => {
  const answer = vi.fn(async () => "followed all the same");
  await openList(ATHLETES, answer);
  await expect(wish("c", { wanted: true, known: false }, noLine)).rejects.toThrow("no line");
  expect(standing()).toBe(false);
  refreshLists(cache, "c");
  await vi.waitFor(() => expect(standing()).toBeUndefined());
  expect(answer).toHaveBeenCalledTimes(2);
});

test("what was wished stands until each list has come, by whatever it is asked", async () => {
  let isDown = false;
  await openList(ATHLETES, async () => "anew");
  await openList(CHANNEL, () => (isDown ? noLine() : Promise.resolve("anew")));
  await wish("c", { wanted: true, known: false }, async (following) => ({ following }));
  isDown = true;
  refreshLists(cache, "c");
  await vi.waitFor(() => expect(cache.getQueryState(CHANNEL)?.status).toBe("error"));
  expect(standing()).toBe(true);

  isDown = false;
  await cache.refetchQueries({ queryKey: CHANNEL });
  await vi.waitFor(() => expect(standing()).toBeUndefined());
});

test("a second change cancels the first one's question, and both are settled by its answer", async () => {
  await openList(ATHLETES, () => new Promise((resolve) => setTimeout(() => resolve("anew"), 20)));
  for (const channel of ["c", "d"]) {
    await wish(channel, { wanted: true, known: false }, async (following) => ({ following }));
    refreshLists(cache, channel);
  }
  await vi.waitFor(() => expect(useWishes.getState().byChannel).toEqual({}));
});

test("with no list that would show it nothing stands", async () => {
  await wish("c", { wanted: true, known: false }, async (following) => ({ following }));
  refreshLists(cache, "c");
  expect(standing()).toBeUndefined();
});
