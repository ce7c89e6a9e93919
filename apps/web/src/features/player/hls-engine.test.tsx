import Hls from "hls.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEngine, type EngineState } from "./hls-engine.ts";

// jsdom has no Media Source.
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Hls, "isSupported").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An engine whose requests fail, and the element that it plays on. */
function play() {
  const loadSource = vi.spyOn(Hls.prototype, "loadSource").mockReturnValue();
  const startLoad = vi.spyOn(Hls.prototype, "startLoad").mockReturnValue();
  const video = document.createElement("video");
  const engine = createEngine("/video.m3u8", 0);
  const hls = loadSource.mock.contexts[0] as Hls;
  vi.spyOn(hls, "media", "get").mockReturnValue(video);
  let state: EngineState | undefined;
  engine.subscribe((latest) => {
    state = latest;
  });
  return {
    engine,
    startLoad,
    /** @param readyState what is left to be played by then */
    fail: (readyState: number, code?: number) => {
      Object.defineProperty(video, "readyState", { value: readyState, configurable: true });
      hls.trigger(Hls.Events.ERROR, {
        type: Hls.ErrorTypes.NETWORK_ERROR,
        details: Hls.ErrorDetails.FRAG_LOAD_ERROR,
        fatal: true,
        error: new Error("no connection"),
        ...(code !== undefined && { response: { code, url: "/1.m4s" } }),
      });
    },
    faultOf: () => state?.fault,
    isGone: () => state?.isGone,
  };
}

test("without a connection what was loaded plays on, while the rest is tried again and again", () => {
  const { fail, faultOf, startLoad } = play();
  for (const times of [1, 2, 3]) {
    fail(HTMLMediaElement.HAVE_FUTURE_DATA);
    vi.runAllTimers();
    expect([faultOf(), startLoad.mock.calls.length]).toEqual([null, times]);
  }
  fail(HTMLMediaElement.HAVE_CURRENT_DATA);
  vi.runAllTimers();
  expect([faultOf(), startLoad.mock.calls.length]).toEqual([expect.stringContaining("Check your connection"), 3]);
});

test("an expired URL is reported at once, whatever was loaded", () => {
  const { fail, isGone } = play();
  fail(HTMLMediaElement.HAVE_ENOUGH_DATA, 410);
  expect(isGone()).toBe(true);
});

test("a refusal is reported at once, and not asked for again", () => {
  const { fail, faultOf, startLoad } = play();
  fail(HTMLMediaElement.HAVE_ENOUGH_DATA, 403);
  vi.runAllTimers();
  expect([faultOf(), startLoad.mock.calls.length]).toEqual([expect.stringContaining("Check your connection"), 0]);
});

test("a player that was left does not try again", () => {
  const { engine, fail, startLoad } = play();
  fail(HTMLMediaElement.HAVE_ENOUGH_DATA);
  engine.destroy();
  vi.runAllTimers();
  expect(startLoad).not.toHaveBeenCalled();
});
