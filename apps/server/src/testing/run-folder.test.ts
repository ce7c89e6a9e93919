import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { createRunFolder } from "./run-folder.ts";

const parent = mkdtempSync(path.join(tmpdir(), "fieldhouse-runs-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test("a test run deletes what a killed run left behind, and nothing of a run in progress", () => {
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  const killed = path.join(parent, `fieldhouse-run-${ended}-abcdef/data`);
  mkdirSync(killed, { recursive: true });
  writeFileSync(path.join(killed, "clip.mp4"), "");
  const others = [`fieldhouse-run-${process.ppid}-abcdef`, "fieldhouse-run-abcdef", "fieldhouse-export-1-a"];
  for (const name of others) mkdirSync(path.join(parent, name));

  const own = createRunFolder(parent);

  expect(readdirSync(parent).toSorted()).toEqual([...others, path.basename(own)].toSorted());
  expect(path.basename(own)).toMatch(new RegExp(`^fieldhouse-run-${process.pid}-`));
});

test("temporary files that a test leaves behind are in its run's folder, which is deleted", () => {
  expect(tmpdir()).toBe(inject("runFolder"));
});
