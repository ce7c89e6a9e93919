import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { clearOldScratch, createDataFolder, createScratch } from "./data-folder.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-scratch-"));

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const HOUR_MS = 3_600_000;

test("scratch folders of killed workers are deleted after a day, those in use are not", async () => {
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

const home = mkdtempSync(path.join(tmpdir(), "fieldhouse-folder-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const modeOf = (entry: string) => (statSync(entry).mode & 0o7777).toString(8);

function makeOpen(name: string): string {
  const folder = path.join(home, name);
  mkdirSync(path.join(folder, "media"), { recursive: true });
  writeFileSync(path.join(folder, "fieldhouse.log"), "");
  for (const [entry, mode] of [
    ["media", 0o755],
    ["fieldhouse.log", 0o644],
    ["", 0o755],
  ] as const)
    chmodSync(path.join(folder, entry), mode);
  return folder;
}

describe("the data folder", () => {
  test("is created for its user only, like missing parent folders", () => {
    const folder = path.join(home, "new/data");
    createDataFolder(folder);
    expect([modeOf(folder), modeOf(path.dirname(folder))]).toEqual(["700", "700"]);
  });

  test("is made private if it was open, with its entries", () => {
    const folder = makeOpen("old");
    createDataFolder(folder);
    expect([modeOf(folder), modeOf(path.join(folder, "media")), modeOf(path.join(folder, "fieldhouse.log"))]).toEqual([
      "700",
      "700",
      "600",
    ]);
  });

  test("is made private behind a symbolic link; foreign entries are unchanged", () => {
    const folder = makeOpen("linked");
    writeFileSync(path.join(folder, "notes.txt"), "");
    chmodSync(path.join(folder, "notes.txt"), 0o644);
    const outside = makeOpen("outside");
    symlinkSync(outside, path.join(folder, "uploads"));
    const link = path.join(home, "link");
    symlinkSync(folder, link);
    expect(createDataFolder(link)).toBe(folder);
    expect([modeOf(folder), modeOf(path.join(folder, "notes.txt")), modeOf(outside)]).toEqual(["700", "644", "755"]);
  });

  test("stays shared if it is sticky, but our entries become private", () => {
    const folder = makeOpen("shared");
    chmodSync(folder, 0o1777);
    createDataFolder(folder);
    expect([modeOf(folder), modeOf(path.join(folder, "media"))]).toEqual(["1777", "700"]);
  });

  test("stays traversable for the database's user", () => {
    const folder = makeOpen("passed");
    chmodSync(folder, 0o710);
    createDataFolder(folder);
    expect(modeOf(folder)).toBe("710");
  });
});
