import { fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { nextSpeed, seek, setVolume, toggleMute } from "./player-commands.ts";

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.25, -1, 0.25],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
] as const)("from %d× in direction %d the next speed is %d×", (rate, steps, next) => {
  expect(nextSpeed(rate, steps)).toBe(next);
});

test("after the volume was taken to 0, unmuting is heard", () => {
  const video = document.createElement("video");
  setVolume(video, 0);
  expect(toggleMute(video)).toBe("Sound on");
  expect([video.muted, video.volume]).toEqual([false, 0.5]);
});

test("unmuting keeps a volume above 0", () => {
  const video = document.createElement("video");
  setVolume(video, 0.2);
  toggleMute(video);
  toggleMute(video);
  expect([video.muted, video.volume]).toEqual([false, 0.2]);
});

/** @param lengthS null before the first data */
function becomeVideo(element: HTMLVideoElement, lengthS: number | null): void {
  Object.defineProperty(element, "readyState", { value: lengthS === null ? 0 : 1, configurable: true });
  Object.defineProperty(element, "duration", { value: lengthS ?? Number.NaN, configurable: true });
}

function loadVideo(element: HTMLVideoElement, lengthS: number): void {
  becomeVideo(element, lengthS);
  fireEvent(element, new Event("loadedmetadata"));
}

test("a video that has not loaded yet goes to the last chosen time when it has", () => {
  const video = document.createElement("video");
  becomeVideo(video, null);
  seek(video, 3);
  seek(video, 6.1);
  loadVideo(video, 12);
  expect(video.currentTime).toBe(6.1);
});

test("a video does not go to a time that was chosen for the one before it", () => {
  const video = document.createElement("video");
  becomeVideo(video, null);
  seek(video, 3);
  fireEvent(video, new Event("emptied"));
  loadVideo(video, 12);
  expect(video.currentTime).toBe(0);
});

test("no time is after the end", () => {
  const video = document.createElement("video");
  loadVideo(video, 12);
  seek(video, 15);
  expect(video.currentTime).toBe(12);
});
