import { expect, test } from "vitest";
import { isSameFile } from "./same-file.ts";

const open = { file_name: "game.mp4", size_bytes: 1000 };

test("only the same name and size go on with an upload", () => {
  expect(isSameFile({ name: "game.mp4", size: 1000 }, open)).toBe(true);
  expect(isSameFile({ name: "game.mp4", size: 1001 }, open)).toBe(false);
  expect(isSameFile({ name: "game (1).mp4", size: 1000 }, open)).toBe(false);
});

test("a name that the server had to clean is still the same", () => {
  expect(isSameFile({ name: " ga\u200bme.mp4 ", size: 1000 }, open)).toBe(true);
});
