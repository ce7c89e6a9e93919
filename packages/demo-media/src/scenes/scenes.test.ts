import { createHash } from "node:crypto";
import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { takeOf } from "./scene.ts";
import { drawScene, SCENES, type SceneName } from "./scenes.ts";

const names = Object.keys(SCENES) as SceneName[];

function frame(name: SceneName, at: { tS: number; seed: number; widthPx: number; heightPx: number }): string {
  const canvas = createCanvas(at.widthPx, at.heightPx);
  drawScene(name, canvas.getContext("2d"), { ...at, lengthS: 9 });
  return createHash("sha256").update(canvas.data()).digest("hex");
}

const SMALL = { widthPx: 320, heightPx: 180 };

describe.each(names)("the scene %s", (name) => {
  test("draws the same bytes for the same seed and moment, whatever was drawn before", () => {
    const first = frame(name, { ...SMALL, tS: 4.2, seed: 3 });
    const canvas = createCanvas(SMALL.widthPx, SMALL.heightPx);
    const ctx = canvas.getContext("2d");
    const take = SCENES[name]({ ...SMALL, lengthS: 9, seed: 3 });
    for (const tS of [8.9, 0, 4.2]) take.draw(ctx, tS);
    expect(createHash("sha256").update(canvas.data()).digest("hex")).toBe(first);
  });

  test("moves with time and changes with the seed", () => {
    const shown = frame(name, { ...SMALL, tS: 3, seed: 3 });
    expect(frame(name, { ...SMALL, tS: 3.4, seed: 3 })).not.toBe(shown);
    expect(frame(name, { ...SMALL, tS: 3, seed: 4 })).not.toBe(shown);
  });

  test.each([
    [180, 320],
    [200, 200],
  ])("fills a picture of %d by %d to its last pixel", (widthPx, heightPx) => {
    const canvas = createCanvas(widthPx, heightPx);
    drawScene(name, canvas.getContext("2d"), { widthPx, heightPx, tS: 8.99, lengthS: 9, seed: 12 });
    const pixels = canvas.data();
    for (let at = 3; at < pixels.length; at += 4)
      if (pixels[at] !== 255) expect.fail(`a hole at pixel ${(at - 3) / 4}`);
  });

  test("sounds only while it runs", () => {
    for (const lengthS of [8, 20]) {
      const take = SCENES[name]({ ...SMALL, lengthS, seed: 5 });
      expect(take.sounds.length).toBeGreaterThan(0);
      expect(take.sounds.some((sound) => sound.atS > 0 && sound.atS < lengthS)).toBe(true);
    }
  });
});

test.each([
  [1280, 720],
  [720, 1280],
  [720, 720],
])("the words over a picture of %d by %d leave its lower third free", (widthPx, heightPx) => {
  const canvas = createCanvas(widthPx, heightPx);
  const board = { clock: "100–100", note: "The longest line of news that a scene of the demo world could ever have" };
  const take = takeOf(
    { widthPx, heightPx, lengthS: 9, seed: 1 },
    { still: () => undefined, moving: () => undefined, board: () => board },
  );
  take.draw(canvas.getContext("2d"), 5);
  const pixels = canvas.data();
  const isDrawn = (from: number, to: number) =>
    pixels.subarray(from * widthPx * 4, to * widthPx * 4).some((value) => value !== 0);
  expect(isDrawn(0, heightPx / 3)).toBe(true);
  expect(isDrawn(Math.floor((heightPx * 2) / 3), heightPx)).toBe(false);
});
