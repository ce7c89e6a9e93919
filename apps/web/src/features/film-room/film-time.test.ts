import type { FilmNote } from "@app/contract/film-notes";
import { expect, test } from "vitest";
import { stepSpeed, toRows, withLoopEnd } from "./film-time.ts";

test("speeds go from 0.1 to 2 in steps of 0.05", () => {
  expect(stepSpeed(1, 1)).toBe(1.05);
  expect(stepSpeed(0.15, -1)).toBe(0.1);
  expect(stepSpeed(0.1, -1)).toBe(0.1);
  expect(stepSpeed(2, 1)).toBe(2);
});

test("a loop needs both ends in order", () => {
  expect(withLoopEnd(null, "a", 5)).toEqual({ fromS: 5, toS: null });
  expect(withLoopEnd({ fromS: 5, toS: null }, "b", 8)).toEqual({ fromS: 5, toS: 8 });
  expect(withLoopEnd({ fromS: 5, toS: 8 }, "a", 6)).toEqual({ fromS: 6, toS: 8 });
  expect(withLoopEnd({ fromS: 5, toS: 8 }, "a", 9)).toEqual({ fromS: 9, toS: null });
  expect(withLoopEnd({ fromS: 5, toS: 8 }, "b", 4)).toEqual({ fromS: 4, toS: null });
  expect(withLoopEnd(null, "b", 4)).toEqual({ fromS: 0, toS: 4 });
});

test("a sheet has a row for each note, with its times", () => {
  const note = {
    from_ms: 1_000,
    to_ms: 2_500,
    text: "Late switch",
    drawing: [],
    is_shared: true,
    author: { name: "Maya", username: "maya", is_you: true },
  } as unknown as FilmNote;
  expect(toRows([note])).toEqual([
    ["From", "To", "Note", "Drawing", "By", "Shared"],
    ["0:01.000", "0:02.500", "Late switch", "No", "Maya", "Yes"],
  ]);
});
