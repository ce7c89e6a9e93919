import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerWith, type Sent } from "#testing/page-parts.tsx";
import { usePlaybackReport } from "./use-playback-report.ts";
import type { PlaybackStart } from "./watch.queries.ts";

let posted: Sent[];
const beacons: { path: string; body: Promise<unknown> }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  posted = answerWith(() => null);
  beacons.length = 0;
  vi.stubGlobal("navigator", {
    onLine: true,
    sendBeacon: (path: string, body: Blob) => beacons.push({ path, body: body.text().then(JSON.parse) }),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const withTicket = (ticket: string | null) => ({ resume_at_s: null, ticket });

function watch(loaded: PlaybackStart | null = withTicket("a-ticket")) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } });
  return renderHook((now: PlaybackStart | null) => usePlaybackReport("an-item", now), {
    initialProps: loaded,
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const halfMinute = () => pass(30_000);
const showPage = (state: DocumentVisibilityState) =>
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
const beaconBodies = () => Promise.all(beacons.map(({ body }) => body));

test("what was played is sent every half minute, and nothing if nothing was", async () => {
  const { result } = watch();
  result.current.add([0, 29]);
  await pass(29_999);
  expect(posted).toEqual([]);
  await pass(1);
  expect(posted).toHaveLength(1);
  result.current.add([29, 30]);
  await halfMinute();
  await halfMinute();
  const bodies = posted.map(({ body }) => body as { session: string });
  expect(bodies).toMatchObject([
    { ticket: "a-ticket", sequence: 1, at_s: 29, played: [[0, 29]] },
    { ticket: "a-ticket", sequence: 2, at_s: 30, played: [[29, 30]] },
  ]);
  expect(bodies[0]?.session).toBe(bodies[1]?.session);
});

test("a tab that is hidden, closed or left sends the rest by beacon, once", async () => {
  const { result, unmount } = watch();
  result.current.add([0, 4]);
  showPage("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("pagehide"));
  result.current.add([4, 5]);
  unmount();
  expect(await beaconBodies()).toMatchObject([
    { ticket: "a-ticket", sequence: 1, at_s: 4, played: [[0, 4]] },
    { ticket: "a-ticket", sequence: 2, at_s: 5, played: [[4, 5]] },
  ]);
  expect(beacons[0]?.path).toMatch(/\/playback-beats$/);
  await halfMinute();
  expect(posted).toEqual([]);
});

test("a tab that is only shown again sends nothing", () => {
  const { result, unmount } = watch();
  result.current.add([0, 4]);
  showPage("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(beacons).toEqual([]);
  unmount();
});

test("without a ticket nothing is reported", async () => {
  const { result, unmount } = watch(withTicket(null));
  result.current.add([0, 4]);
  await halfMinute();
  unmount();
  expect([posted, beacons]).toEqual([[], []]);
});

const beats = () => posted.filter(({ path }) => path.endsWith("/playback-beats")).map(({ body }) => body);

test("a ticket that failed to load is requested again", async () => {
  let requests = 0;
  posted = answerWith((path) => {
    if (!path.endsWith("/playback")) return null;
    requests += 1;
    if (requests === 1) throw new TypeError("offline");
    return withTicket("late");
  });
  const { result } = watch(null);
  await pass(5_000);
  result.current.add([0, 4]);
  await halfMinute();
  expect(requests).toBe(2);
  expect(beats()).toMatchObject([{ ticket: "late", sequence: 1, played: [[0, 4]] }]);
});

test("a report whose ticket has expired is sent again with a new one, in the same session", async () => {
  const refusal = { code: 422, status: "error", kind: "invalid_input", message: "Check it.", data: null };
  const bodies: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    if (path.endsWith("/playback")) return reply(withTicket("new"));
    const beat = JSON.parse(String(body)) as Record<string, unknown>;
    bodies.push(beat);
    if (beat["ticket"] === "new") return reply(null);
    return Response.json({ ...refusal, errors: { ticket: ["Ask for a new one."] } }, { status: 422 });
  });
  const { result } = watch();
  result.current.add([0, 4]);
  await halfMinute();
  result.current.add([4, 5]);
  await halfMinute();
  expect(bodies).toMatchObject([
    { ticket: "a-ticket", sequence: 1 },
    { ticket: "new", sequence: 1 },
    { ticket: "new", sequence: 2 },
  ]);
  expect(new Set(bodies.map(({ session }) => session)).size).toBe(1);
});

test("another ticket is another session, because its reports are counted from 1 again", async () => {
  const { result, rerender } = watch();
  result.current.add([0, 4]);
  await halfMinute();
  rerender(withTicket("another"));
  result.current.add([4, 5]);
  await halfMinute();
  const [first, second] = beats() as { session: string }[];
  expect(second).toMatchObject({ ticket: "another", sequence: 1 });
  expect(second?.session).not.toBe(first?.session);
});

function reply(data: unknown): Response {
  return Response.json({ code: 200, status: "success", message: "OK", data });
}
