import { expect, test } from "vitest";
import { bytes, timeLeft } from "./sizes.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [999_949, "999.9 kB"],
  [999_999, "1.0 MB"],
  [4 * 1024 ** 3, "4.3 GB"],
])("%i reads %s", (size, read) => {
  expect(bytes(size)).toBe(read);
});

test.each([
  [Number.POSITIVE_INFINITY, "Working out the time left"],
  [Number.NaN, "Working out the time left"],
  [0, "A few seconds left"],
  [12, "About 15 seconds left"],
  [55, "About 1 minute left"],
  [59.6, "About 1 minute left"],
  [150, "About 3 minutes left"],
  [3_569, "About 59 minutes left"],
  [3_571, "About 1 hour left"],
  [3_600 + 540, "About 1 hour 9 minutes left"],
  [7_200, "About 2 hours left"],
])("%d seconds more: %s", (seconds, read) => {
  expect(timeLeft(seconds)).toBe(read);
});
