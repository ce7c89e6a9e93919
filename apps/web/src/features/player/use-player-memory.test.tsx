import { renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setUser } from "#lib/session-store.ts";
import { becomeVideo } from "#testing/a-video.ts";
import { positionOf, readMemory, usePlayerMemory } from "./player-memory.ts";

afterEach(() => localStorage.clear());

/** Plays a video at 42 seconds. @returns what stops the player */
function play(): () => void {
  const video = document.createElement("video");
  becomeVideo(video, 300);
  Object.defineProperty(video, "currentTime", { value: 42 });
  const { unmount } = renderHook(() => usePlayerMemory(video, { contentId: "a", lengthS: 300, startsMuted: false }));
  return unmount;
}

const leave = () => window.dispatchEvent(new PageTransitionEvent("pagehide"));

test("leaving stores where a video stopped, unless its viewer has signed out", () => {
  setUser({ id: "0190a1b2-0000-7000-8000-000000000001" } as never);
  const stop = play();
  leave();
  expect(positionOf(readMemory(), "a", 300)).toBe(42);
  setUser(null);
  // The page is loaded anew.
  leave();
  stop();
  expect(readMemory().positions).toEqual([]);
});

test("a visitor's position is stored too", () => {
  const stop = play();
  stop();
  expect(positionOf(readMemory(), "a", 300)).toBe(42);
});
