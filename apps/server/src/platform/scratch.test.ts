import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { clearOldScratch, createScratch } from "./scratch.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-scratch-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const HOUR_MS = 3_600_000;

test("what a killed worker left is removed after a day, and nothing that another works on", async () => {
  const [left, used] = [await createScratch(dataDir), await createScratch(dataDir)];
  for (const { folder } of [left, used]) writeFileSync(path.join(folder, "source"), "a film");
  const longAgo = new Date(Date.now() - 25 * HOUR_MS);
  utimesSync(left.folder, longAgo, longAgo);
  await clearOldScratch(dataDir);
  expect([existsSync(left.folder), existsSync(used.folder)]).toEqual([false, true]);
  await clearOldScratch(path.join(dataDir, "nothing here"));
  mkdirSync(path.join(dataDir, "nothing here"));
  await clearOldScratch(path.join(dataDir, "nothing here"));
});
