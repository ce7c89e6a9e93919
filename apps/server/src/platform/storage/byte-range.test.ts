import { describe, expect, test } from "vitest";
import { parseByteRange } from "./storage.ts";

describe("the Range header of a file of 1000 bytes", () => {
  test.each([
    ["bytes=0-0", { startByte: 0, endByte: 0 }],
    ["bytes=0-499", { startByte: 0, endByte: 499 }],
    ["bytes=500-", { startByte: 500, endByte: 999 }],
    ["bytes=-1", { startByte: 999, endByte: 999 }],
    ["bytes=-500", { startByte: 500, endByte: 999 }],
    ["bytes=-5000", { startByte: 0, endByte: 999 }],
    ["bytes=990-5000", { startByte: 990, endByte: 999 }],
    ["bytes=999-999", { startByte: 999, endByte: 999 }],
    [" bytes=1-2 ", { startByte: 1, endByte: 2 }],
  ])("%j is these bytes", (header, range) => {
    expect(parseByteRange(header, 1000)).toEqual(range);
  });

  test.each(["bytes=1000-", "bytes=1000-1001", "bytes=-0", "bytes=99999999999999999999-"])(
    "%j cannot be given",
    (header) => {
      expect(parseByteRange(header, 1000)).toBe("unsatisfiable");
    },
  );

  test.each([
    undefined,
    "",
    "bytes=",
    "bytes=-",
    "bytes=5-4",
    "bytes=a-b",
    "bytes=0-1,3-4",
    "items=0-1",
    "bytes=0x1-2",
    "bytes 0-1",
  ])("%j is answered with the whole file", (header) => {
    expect(parseByteRange(header, 1000)).toBeNull();
  });

  test("is unsatisfiable for an empty file", () => {
    expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
    expect(parseByteRange("bytes=-1", 0)).toBe("unsatisfiable");
    expect(parseByteRange(undefined, 0)).toBeNull();
  });
});
