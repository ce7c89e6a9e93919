import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { awaitServer, type ServerState } from "./await-server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Waits for a server whose state the test sets. */
function awaitOne(first: ServerState) {
  let state = first;
  let hasEnded = false;
  const onRecovery = vi.fn<() => void>();
  const isAnswering = awaitServer({
    readState: async () => state,
    hasEnded: () => hasEnded,
    onRecovery,
    limitMs: 60_000,
    slowAfterMs: 5_000,
  });
  return {
    isAnswering,
    onRecovery,
    become: (next: ServerState) => {
      state = next;
    },
    end: () => {
      hasEnded = true;
    },
  };
}

test("a server that recovers for longer than the limit is awaited, and the operator is told once", async () => {
  const server = awaitOne("silent");
  await vi.advanceTimersByTimeAsync(30_000);
  server.become("starting");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.onRecovery).toHaveBeenCalledTimes(1);
  server.become("answers");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await server.isAnswering).toBe(true);
});

test("one that says nothing is given up after the limit", async () => {
  const server = awaitOne("silent");
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await server.isAnswering).toBe(false);
  expect(server.onRecovery).not.toHaveBeenCalled();
});

test("one that ends is not awaited", async () => {
  const server = awaitOne("starting");
  server.end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await server.isAnswering).toBe(false);
});
