import { expect, test } from "vitest";
import { statusLabel } from "./channel-tabs.tsx";

test.each([
  [{ state: "ready", progress: null, visibility: "public" }, null],
  [{ state: "ready", progress: null, visibility: "unlisted" }, "Unlisted"],
  [{ state: "ready", progress: null, visibility: "private" }, "Private"],
  [{ state: "processing", progress: 40, visibility: "private" }, "Processing 40%"],
  [{ state: "processing", progress: null, visibility: "public" }, "Processing"],
  [{ state: "failed", progress: 10, visibility: "public" }, "Failed"],
] as const)("%o is labeled %s", (item, mark) => {
  expect(statusLabel(item)).toBe(mark);
});
