import { expect, test } from "vitest";
import { isCopyableSound } from "./ladder.ts";
import { MediaFault, requireUsable, sourceFacts } from "./source-facts.ts";

const GOOD = { lengthMs: 60_000, widthPx: 1920, heightPx: 1080, framesPerSecond: 30, videoCodec: "h264" };
const FILE = { streams: 2, sizeBytes: 10_000_000 };
const HOUR_MS = 3_600_000;

test.each([
  {},
  { lengthMs: 500 },
  { lengthMs: 6 * HOUR_MS },
  { widthPx: 32, heightPx: 32 },
  { widthPx: 8192, heightPx: 4320 },
  { widthPx: 4320, heightPx: 8192 },
  { framesPerSecond: 250 },
  { videoCodec: "av1" },
])("accepts %o", (change) => {
  expect(() => requireUsable({ ...GOOD, ...change }, FILE)).not.toThrow();
});

test.each([
  [{ lengthMs: 499 }, /shorter than half a second/],
  [{ lengthMs: 0 }, /shorter/],
  [{ lengthMs: Number.NaN }, /shorter/],
  [{ lengthMs: 6 * HOUR_MS + 1 }, /longer than 6 hours/],
  [{ lengthMs: Number.POSITIVE_INFINITY }, /longer than 6 hours/],
  [{ widthPx: 31 }, /too small/],
  [{ heightPx: 0 }, /too small/],
  [{ widthPx: 8193 }, /larger than 8K/],
  [{ widthPx: 8192, heightPx: 4321 }, /larger than 8K/],
  [{ framesPerSecond: 251 }, /250 frames/],
  [{ videoCodec: "ffv1" }, /“ffv1”.*H\.264/],
])("rejects %o", (change, message) => {
  expect(() => requireUsable({ ...GOOD, ...change }, FILE)).toThrow(MediaFault);
  expect(() => requireUsable({ ...GOOD, ...change }, FILE)).toThrow(message);
});

test("rejects a file that claims an impossible length, and one with many tracks", () => {
  expect(() => requireUsable({ ...GOOD, lengthMs: 5 * HOUR_MS }, { streams: 1, sizeBytes: 500_000 })).toThrow(
    /less video than it claims/,
  );
  expect(() => requireUsable(GOOD, { ...FILE, streams: 33 })).toThrow(/too many tracks/);
});

test("sound that an earlier release looked at is encoded", () => {
  const audio = sourceFacts.shape.audio.parse({ index: 1, channels: 2 });
  expect(isCopyableSound(audio)).toBe(false);
});
