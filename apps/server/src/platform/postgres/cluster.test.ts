import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startOf } from "../process-mark.ts";
import { lockFolder, toEndMessage } from "./cluster.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newMark = () => path.join(folder, `${count++}.lock`);

describe("the lock of a data folder", () => {
  test("keeps others out until it is unlocked", () => {
    const file = newMark();
    const unlock = lockFolder(file);
    expect(() => lockFolder(file)).toThrow("running on this data folder already");
    unlock();
    expect(existsSync(file)).toBe(false);
    lockFolder(file)();
  });

  test("of a process that is gone is stale", async () => {
    const child = spawn("sleep", ["60"]);
    await once(child, "spawn");
    const file = newMark();
    const pid = child.pid ?? 0;
    writeFileSync(file, `${pid} ${startOf(pid)}`);
    expect(() => lockFolder(file)).toThrow("already");
    child.kill("SIGKILL");
    await once(child, "exit");
    lockFolder(file)();
  });

  test("of a process whose pid was reused is stale", () => {
    const file = newMark();
    writeFileSync(file, `${process.pid} 12345`);
    const unlock = lockFolder(file);
    expect(readFileSync(file, "utf8")).toBe(`${process.pid} ${startOf(process.pid)}`);
    unlock();
  });

  test.each(["", "nonsense", "0 1", "-1 1", "99999999999 1"])("with the content %j is stale", (text) => {
    const file = newMark();
    writeFileSync(file, text);
    lockFolder(file)();
    expect(existsSync(file)).toBe(false);
  });

  test("is not removed by a process that lost it, and leaves no temporary file", () => {
    const file = newMark();
    const unlock = lockFolder(file);
    writeFileSync(file, "1 somebody else's by now");
    unlock();
    expect(readFileSync(file, "utf8")).toBe("1 somebody else's by now");
    expect(readdirSync(folder).filter((name) => !name.endsWith(".lock"))).toEqual([]);
  });
});

test.each([
  ["PANIC", "The disk is full. Make room, and start again: nothing was lost."],
  ["FATAL", "The disk is full. Make room, and start again: nothing was lost."],
  ["ERROR", "The database ended (SIGKILL). Start again: nothing was lost."],
])("a full disk ended the database only if that was no single query that failed: %s", (level, message) => {
  const said = `2026-12-01 10:00:00 UTC [7] ${level}:  could not extend file "base/5/1": No space left on device`;
  expect(toEndMessage(`${said}\n2026-12-01 10:01:00 UTC [7] FATAL:  terminating connection\n`, "SIGKILL")).toBe(
    message,
  );
});
