import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { cloneDatabase } from "#testing/test-database.ts";
import { canOthersReach, choosePostgresUser } from "./binaries.ts";

const MAIN = path.resolve(import.meta.dirname, "../../main.ts");
const home = mkdtempSync(path.join(tmpdir(), "fieldhouse-read-only-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Root can write anywhere, so as root the test runs as another user who can read the program. */
const user = choosePostgresUser();
const canAsk = user === null || (canOthersReach(import.meta.dirname) && canOthersReach(process.execPath));

function startAsUser(environment: Record<string, string>) {
  return spawnSync(process.execPath, [MAIN], {
    encoding: "utf8",
    // Not a performance limit: a busy machine takes minutes.
    timeout: 280_000,
    env: { PATH: process.env["PATH"], DEMO: "0", ...environment },
    ...user,
  });
}

test.skipIf(!canAsk)("reports a read-only data folder in one sentence, and exits", () => {
  chmodSync(home, 0o755);
  const dataDir = path.join(home, "data");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o555);
  const started = startAsUser({ DATA_DIR: dataDir, PORT: "0" });
  expect(started.status).toBe(1);
  expect(started.stderr.trim()).toMatch(/cannot be written\. Choose another DATA_DIR, or mend its permissions\.$/);
  expect(started.stderr).not.toMatch(/\bat .*:\d+:\d+/);
});

/** Some containers leave all ports to everybody. */
const FIRST_FREE_PORT = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
const isPortTaken = existsSync(FIRST_FREE_PORT) && Number(readFileSync(FIRST_FREE_PORT, "utf8")) > 80;

test.skipIf(!canAsk || !isPortTaken)("reports a port that only root may use, and blames no folder", async () => {
  chmodSync(home, 0o755);
  const dataDir = path.join(home, "writable");
  mkdirSync(dataDir);
  if (user !== null) chownSync(dataDir, user.uid, user.gid);
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const started = startAsUser({ DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: "80" });
  expect(started.status).toBe(1);
  expect(started.stderr.trim()).toBe(
    "Port 80 is for root only. Choose one from 1024 on, and put a proxy in front: PORT=3000 npm start",
  );
});
