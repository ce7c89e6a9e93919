import type { DrawingShape } from "@app/contract/film-notes";
import { expect, test } from "vitest";
import { changeDrawing, EMPTY_HISTORY, moveShape, placeShape, resizeShape, toPath } from "./drawing.ts";

const line: DrawingShape = { kind: "line", color: "red", points: [0, 0, 10_000, 5_000] };

test("shapes scale to the size of the picture", () => {
  expect(toPath(line, 1_000, 500)).toBe("M0 0 L1000 250");
  expect(toPath({ ...line, kind: "free", points: [0, 0, 5_000, 5_000, 0, 10_000] }, 100, 100)).toBe(
    "M0 0 L50 50 L0 100",
  );
});

test("a circle fills the box between its corners, whichever came first", () => {
  const path = "M200 300 a200 100 0 1 0 400 0 a200 100 0 1 0 -400 0";
  expect(toPath({ ...line, kind: "circle", points: [2_000, 2_000, 6_000, 4_000] }, 1_000, 1_000)).toBe(path);
  expect(toPath({ ...line, kind: "circle", points: [6_000, 4_000, 2_000, 2_000] }, 1_000, 1_000)).toBe(path);
});

test("an arrow has its head at its end", () => {
  const path = toPath({ ...line, kind: "arrow", points: [0, 5_000, 10_000, 5_000] }, 1_000, 1_000);
  expect(path).toMatch(/^M0 500 L1000 500 M959\.5 480\.5 L1000 500 L959\.5 519\.5$/);
});

test("a moved shape keeps its form and stays in the picture", () => {
  const shape = placeShape("line", "red");
  expect(moveShape(shape, 100, -100).points).toEqual([4_100, 3_900, 6_100, 5_900]);
  expect(moveShape(shape, 9_000, -9_000).points).toEqual([8_000, 0, 10_000, 2_000]);
});

test("a resized shape moves its end only, and a stroke has none", () => {
  expect(resizeShape(line, 500, 500).points).toEqual([0, 0, 10_000, 5_500]);
  const stroke = placeShape("free", "red");
  expect(resizeShape(stroke, 500, 500)).toEqual(stroke);
});

test("undo and redo go through every step, and a new one ends what could be redone", () => {
  const one = changeDrawing(EMPTY_HISTORY, { kind: "draw", drawing: [line] });
  const two = changeDrawing(one, { kind: "draw", drawing: [line, line] });
  const back = changeDrawing(two, { kind: "undo" });
  expect(back.drawing).toEqual([line]);
  expect(changeDrawing(back, { kind: "redo" })).toEqual(two);
  expect(changeDrawing(changeDrawing(back, { kind: "draw", drawing: [] }), { kind: "redo" }).drawing).toEqual([]);
  expect(changeDrawing(EMPTY_HISTORY, { kind: "undo" })).toEqual(EMPTY_HISTORY);
  expect(changeDrawing(EMPTY_HISTORY, { kind: "redo" })).toEqual(EMPTY_HISTORY);
});
