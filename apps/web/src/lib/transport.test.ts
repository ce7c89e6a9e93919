import { afterEach, expect, test, vi } from "vitest";
import { dispatchMissed } from "./live.ts";
import { send, toFormData, toPath } from "./transport.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("texts stay as they are, lists and numbers become JSON, null is empty and undefined is left out", () => {
  const data = toFormData({ name: "Ada", step: 1, list: [1, 2], phone: null, bio: undefined, isNew: true });
  expect([...data.entries()]).toEqual([
    ["name", "Ada"],
    ["step", "1"],
    ["list", "[1,2]"],
    ["phone", ""],
    ["isNew", "true"],
  ]);
});

test("path parameters are encoded", () => {
  expect(toPath("/content/:id/view", { id: "a/b" })).toBe("/content/a%2Fb/view");
});

test("a query leaves out undefined values", () => {
  expect(toPath("/my-contents/:contentType", { contentType: "video" }, { current_page: 2, per_page: undefined })).toBe(
    "/my-contents/video?current_page=2",
  );
});

test("an empty path parameter is refused, because it would lead to another route", () => {
  expect(() => toPath("/content/:id", { id: "" })).toThrow(RangeError);
});

test("a file gets more time the larger it is", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  vi.stubGlobal("fetch", async () => Response.json({ code: 200, message: "OK", data: null }));
  for (const megabytes of [5, 60]) {
    const body = new FormData();
    body.set("video", new Blob([new Uint8Array(megabytes * 1024 ** 2)]));
    await send({ method: "POST", path: "/admin/announcements/1/video", token: null, body });
  }
  expect(timeout.mock.calls).toEqual([[180_000], [1_080_000]]);
});

test("what is fetched within five seconds of a live event may not come from a replica", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers["cache-control"]);
    return Response.json({ code: 200, message: "OK", data: null });
  });
  const fetchOnce = (method: "GET" | "POST") => send({ method, path: "/comments/1", token: null });
  await fetchOnce("GET");
  dispatchMissed();
  await fetchOnce("GET");
  await fetchOnce("POST");
  vi.advanceTimersByTime(5_001);
  await fetchOnce("GET");
  expect(sent).toEqual([undefined, "no-cache", undefined, undefined]);
});
