// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerWith, type Sent } from "#testing/page-parts.tsx";
import { usePlaybackReport } from "./use-playback-report.ts";

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

const watch = (ticket: string | null = "a-ticket") => renderHook(() => usePlaybackReport(ticket));
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
  const { result, unmount } = watch(null);
  result.current.add([0, 4]);
  await halfMinute();
  unmount();
  expect([posted, beacons]).toEqual([[], []]);
});
