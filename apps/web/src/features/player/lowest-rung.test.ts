import { expect, test } from "vitest";
import { lowestRung } from "./lowest-rung.ts";

test("the lowest rung and its sound, wherever they stand", () => {
  const master = [
    "#EXTM3U",
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="sound",DEFAULT=YES,URI="audio.m3u8"',
    '#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=9,BANDWIDTH=3000000,RESOLUTION=1280x720,AUDIO="a"',
    "720p.m3u8",
    '#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=426x240,AUDIO="a"',
    "240p.m3u8",
  ].join("\n");
  expect(lowestRung(master)).toEqual(["240p.m3u8", "audio.m3u8"]);
});

test("of something else, nothing", () => {
  expect(lowestRung("<html></html>")).toEqual([]);
});
