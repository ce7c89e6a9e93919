import { describe, expect, test } from "vitest";
import { SAMPLES_PER_S, soundtrack } from "../render-scene.ts";
import { SOUND_KINDS, type Sound } from "./scene.ts";

const EVERYTHING: Sound[] = SOUND_KINDS.map((kind, at) => ({ kind, atS: 0.2 + at * 0.3 }));

function loudest(bytes: Buffer): number {
  let peak = 0;
  for (let at = 0; at < bytes.length; at += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
  return peak / 32_768;
}

describe("the soundtrack", () => {
  test("is as long as the film, to the sample", () => {
    const bytes = Buffer.concat([...soundtrack([], { lengthS: 2.5, seed: 1 })]);
    expect(bytes.length).toBe(2.5 * SAMPLES_PER_S * 2);
  });

  test("is the same for the same seed", () => {
    const once = Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 1 })]);
    expect(Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 1 })]).equals(once)).toBe(true);
    expect(Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 2 })]).equals(once)).toBe(false);
  });

  test("is quiet: nobody is startled by a demo", () => {
    const peak = loudest(Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 1 })]));
    expect(peak).toBeGreaterThan(0.02);
    expect(peak).toBeLessThan(0.4);
  });

  test("leaves out what would be heard before the film begins or after it ends", () => {
    const outside: Sound[] = [
      { kind: "horn", atS: -5 },
      { kind: "horn", atS: 9 },
    ];
    const bytes = Buffer.concat([...soundtrack(outside, { lengthS: 1, seed: 1 })]);
    expect(bytes.equals(Buffer.concat([...soundtrack([], { lengthS: 1, seed: 1 })]))).toBe(true);
  });
});
