import { describe, expect, test } from "vitest";
import {
  anchorAt,
  GAP_PX,
  layOut,
  pageAt,
  percentOf,
  scrollOf,
  startOf,
  stepZoom,
  toPercentZoom,
  totalHeight,
} from "./document-layout.ts";

const LETTER = { width_px: 1_600, height_px: 2_071 };
const SLIDE = { width_px: 1_600, height_px: 900 };
const view = { widthPx: 824, heightPx: 624 };

describe("the layout of a document", () => {
  test("by width, every page is as wide as the view without its gaps", () => {
    const placed = layOut([LETTER, SLIDE], view, { kind: "width" });
    expect(placed).toEqual([
      { topPx: 12, leftPx: 12, widthPx: 800, heightPx: 1_036 },
      { topPx: 1_060, leftPx: 12, widthPx: 800, heightPx: 450 },
    ]);
    expect(totalHeight(placed)).toBe(1_522);
  });

  test("by page, every page fits into the view as a whole", () => {
    for (const { widthPx, heightPx } of layOut([LETTER, SLIDE], view, { kind: "page" })) {
      expect(widthPx).toBeLessThanOrEqual(800);
      expect(heightPx).toBeLessThanOrEqual(600);
    }
  });

  test("at 100 % a page has half of its pixels; a page wider than the view begins at the gap", () => {
    const [page] = layOut([LETTER], view, { kind: "percent", percent: 100 });
    expect(page).toMatchObject({ leftPx: 12, widthPx: 800 });
    const [wide] = layOut([LETTER], view, { kind: "percent", percent: 200 });
    expect(wide).toMatchObject({ leftPx: GAP_PX, widthPx: 1_600 });
    expect(percentOf(LETTER, wide)).toBe(200);
  });

  test("zooming goes from step to step and ends at both ends", () => {
    expect(stepZoom(100, 1)).toEqual({ kind: "percent", percent: 125 });
    expect(stepZoom(103, -1)).toEqual({ kind: "percent", percent: 100 });
    expect(stepZoom(400, 1)).toEqual({ kind: "percent", percent: 400 });
    expect(stepZoom(25, -1)).toEqual({ kind: "percent", percent: 25 });
    expect([10, 137.5, 900].map((percent) => toPercentZoom(percent))).toEqual(
      [25, 137.5, 400].map((percent) => ({ kind: "percent", percent })),
    );
  });

  test("the page at a height is found among 300, also at the gaps and beyond both ends", () => {
    const placed = layOut(
      Array.from({ length: 300 }, () => SLIDE),
      view,
      { kind: "width" },
    );
    expect([-50, 0, 12, 461, 470, 474].map((yPx) => pageAt(placed, yPx))).toEqual([0, 0, 0, 0, 0, 1]);
    expect(pageAt(placed, 1_000_000)).toBe(299);
    expect(pageAt([], 10)).toBe(0);
  });

  test("what is at the top stays there when the zoom changes", () => {
    const pages = [LETTER, LETTER, LETTER];
    const before = layOut(pages, view, { kind: "width" });
    const anchor = anchorAt(before, 1_060 + 518);
    expect(anchor).toEqual({ index: 1, share: 0.5 });
    const after = layOut(pages, view, { kind: "percent", percent: 200 });
    expect(scrollOf(after, anchor)).toBe((after[1]?.topPx ?? 0) + (after[1]?.heightPx ?? 0) / 2);
    expect(scrollOf(before, startOf(before, 2))).toBe((before[2]?.topPx ?? 0) - GAP_PX);
    expect(scrollOf(before, startOf(before, 0))).toBe(0);
  });
});
