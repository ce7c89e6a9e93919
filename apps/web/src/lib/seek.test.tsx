import { fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { becomeVideo, loadVideo } from "#testing/a-video.ts";
import { seek, seekBy, seekToShare } from "./seek.ts";

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

test("a video that has not loaded yet goes to a share of its length when it has", () => {
  const video = document.createElement("video");
  becomeVideo(video, null);
  seekToShare(video, 0.5);
  loadVideo(video, 12);
  expect(video.currentTime).toBe(6);
});

test("a step forward starts from a known position only, so that a video still continues where it stopped", () => {
  const video = document.createElement("video");
  becomeVideo(video, null);
  seekBy(video, 5);
  loadVideo(video, 12);
  expect(video.currentTime).toBe(0);
  // The player knows the length, but has not moved to its start yet.
  Object.defineProperty(video, "readyState", { value: HTMLMediaElement.HAVE_METADATA });
  seekBy(video, 5);
  expect(video.currentTime).toBe(0);
  video.currentTime = 4;
  seekBy(video, 5);
  expect(video.currentTime).toBe(9);
});
