import { expect, test } from "vitest";
import { joinPieces } from "./join-pieces.ts";
import { box } from "./testing/boxes.ts";

function piece(name: string): Buffer {
  return Buffer.concat([box("styp", "msdh"), box("sidx", "index"), box("moof", name), box("mdat", name)]);
}

test("the fragments stand one after the other, under the first one's type and without an index", () => {
  const joined = joinPieces([piece("a"), piece("b")]);
  const whole = [box("styp", "msdh"), box("moof", "a"), box("mdat", "a"), box("moof", "b"), box("mdat", "b")];
  expect(joined).toEqual(Buffer.concat(whole));
});

test("a single piece stays as it is", () => {
  expect(joinPieces([piece("a")])).toEqual(piece("a"));
});

test("one that is cut off is refused", () => {
  expect(() => joinPieces([piece("a"), piece("b").subarray(0, -1)])).toThrow(RangeError);
});
