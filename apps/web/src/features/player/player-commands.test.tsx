import { expect, test } from "vitest";
import { nextSpeed, setVolume, toggleMute } from "./player-commands.ts";

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
