import { describe, expect, test } from "vitest";
import { findTile, readStoryboard } from "./storyboard.tsx";

const BASE = "http://127.0.0.1:3000/media/o/contents/1/run/storyboard.vtt";
const VTT = `WEBVTT

00:00.000 --> 00:05.000
sheet-0.jpg#xywh=0,0,160,90

2
00:00:05.000 --> 00:00:10.000 align:start
sheet-0.jpg#xywh=160,0,160,90

01:00:00.000 --> 01:00:05.500
/other/sheet-9.jpg#xywh=320,180,160,90
`;

describe("parsing a storyboard", () => {
  test("reads times, sheets and rectangles, with and without hours and cue names", () => {
    expect(readStoryboard(VTT, BASE)).toEqual([
      { fromS: 0, untilS: 5, url: at("sheet-0.jpg"), xPx: 0, yPx: 0, widthPx: 160, heightPx: 90 },
      { fromS: 5, untilS: 10, url: at("sheet-0.jpg"), xPx: 160, yPx: 0, widthPx: 160, heightPx: 90 },
      {
        fromS: 3600,
        untilS: 3605.5,
        url: "http://127.0.0.1:3000/other/sheet-9.jpg",
        xPx: 320,
        yPx: 180,
        widthPx: 160,
        heightPx: 90,
      },
    ]);
  });

  test("accepts Windows line endings", () => {
    expect(readStoryboard(VTT.replaceAll("\n", "\r\n"), BASE)).toHaveLength(3);
  });

  test("skips invalid cues", () => {
    const vtt = "WEBVTT\n\n00:00.000 --> 00:05.000\nHello\n\nNOTE x\n\n00:05.000 --> soon\na.jpg#xywh=0,0,1,1";
    expect(readStoryboard(vtt, BASE)).toEqual([]);
    expect(readStoryboard("", BASE)).toEqual([]);
  });
});

describe("finding the tile at a time", () => {
  const tiles = readStoryboard(VTT, BASE);

  test.each([
    [-1, 0],
    [0, 0],
    [4.99, 0],
    [5, 5],
    [1000, 5],
    [3600, 3600],
    [9999, 3600],
  ])("%d s is in the tile from %d s", (atS, fromS) => {
    expect(findTile(tiles, atS)?.fromS).toBe(fromS);
  });

  test("finds nothing without tiles", () => {
    expect(findTile([], 3)).toBeNull();
  });
});

function at(name: string): string {
  return `http://127.0.0.1:3000/media/o/contents/1/run/${name}`;
}
