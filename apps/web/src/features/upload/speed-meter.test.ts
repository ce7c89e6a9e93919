import { describe, expect, test } from "vitest";
import { addSample, NO_SPEED, type SpeedMeter, secondsLeft } from "./speed-meter.ts";

const MB = 1_000_000;

/** Sends at a steady speed from where the meter stands, with a report every half second. */
function sendFor(meter: SpeedMeter, seconds: number, bytesPerS: number): SpeedMeter {
  let { bytes, atMs } = meter.last ?? { bytes: 0, atMs: 0 };
  let now = addSample(meter, bytes, atMs);
  for (let i = 0; i < seconds * 2; i++) {
    bytes += bytesPerS / 2;
    atMs += 500;
    now = addSample(now, bytes, atMs);
  }
  return now;
}

describe("the speed of an upload", () => {
  test("is unknown before two reports", () => {
    expect(secondsLeft(NO_SPEED, MB)).toBeNull();
    expect(secondsLeft(addSample(NO_SPEED, 0, 0), MB)).toBeNull();
  });

  test("is steady when the line is", () => {
    const meter = sendFor(NO_SPEED, 10, 2 * MB);
    expect(meter.bytesPerS).toBeCloseTo(2 * MB);
    expect(secondsLeft(meter, 20 * MB)).toBeCloseTo(10);
  });

  test("follows a change slowly, and arrives", () => {
    const fast = sendFor(NO_SPEED, 10, 4 * MB);
    const soon = sendFor(fast, 1, MB);
    const later = sendFor(fast, 30, MB);
    expect(soon.bytesPerS).toBeGreaterThan(3 * MB);
    expect(later.bytesPerS).toBeCloseTo(MB, -5);
  });

  test("a piece sent again does not make it negative", () => {
    const meter = addSample(sendFor(NO_SPEED, 4, MB), 0, 5_000);
    expect(meter.bytesPerS).toBeCloseTo(MB);
    expect(sendFor(meter, 4, MB).bytesPerS).toBeCloseTo(MB);
  });

  test("a line that stands still promises nothing", () => {
    expect(secondsLeft(sendFor(sendFor(NO_SPEED, 2, MB), 300, 0), MB)).toBeNull();
  });
});
