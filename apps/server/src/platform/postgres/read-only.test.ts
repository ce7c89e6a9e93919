import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { canOthersReach, choosePostgresUser } from "./binaries.ts";

const MAIN = path.resolve(import.meta.dirname, "../../main.ts");
const home = mkdtempSync(path.join(tmpdir(), "fieldhouse-read-only-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Root can write anywhere, so as root the test runs as another user who can read the program. */
const user = choosePostgresUser();
const canAsk = user === null || (canOthersReach(import.meta.dirname) && canOthersReach(process.execPath));

test.skipIf(!canAsk)("reports a read-only data folder in one sentence, and exits", () => {
  chmodSync(home, 0o755);
  const dataDir = path.join(home, "data");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o555);
  const started = spawnSync(process.execPath, [MAIN], {
    encoding: "utf8",
    // Not a performance limit: a busy machine takes minutes.
    timeout: 280_000,
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0", DEMO: "0" },
    ...user,
  });
  expect(started.status).toBe(1);
  expect(started.stderr.trim()).toMatch(/cannot be written\. Choose another DATA_DIR, or mend its permissions\.$/);
  expect(started.stderr).not.toMatch(/\bat .*:\d+:\d+/);
});
