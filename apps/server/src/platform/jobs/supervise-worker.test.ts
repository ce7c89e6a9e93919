import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkWorker } from "#src/doctor/machine.service.ts";
import { childEnv } from "#testing/child-env.ts";
import { createFakeSmtp } from "#testing/fake-smtp.ts";
import { cloneDatabase } from "#testing/test-database.ts";
import { createSecrets } from "../crypto/secrets.ts";
import { createDatabase } from "../db/database.ts";
import { createLog } from "../log.ts";
import { sendEmail } from "../mail/send-email.ts";
import { createMetrics } from "../metrics.ts";
import { LANE_NAMES } from "./jobs.ts";
import { superviseWorker } from "./supervise-worker.ts";
import { unlockAllJobs } from "./unlock.ts";
import { toReason } from "./worker-end.ts";

const SECRET = "a secret of thirty-two characters for tests";
const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-worker-"));
const clone = await cloneDatabase();
const database = createDatabase(clone.url, { connections: 3 });
/** A mail server that does not reply at first, so that the worker is in the middle of a job. */
const answers: Record<string, string> = { EHLO: "" };
const smtp = await createFakeSmtp(answers);
afterAll(async () => {
  await smtp.stop();
  await database.close();
  await clone.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The child processes that run the product, from /proc. */
function workerPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isWorker(pid));
}

function isWorker(pid: number): boolean {
  try {
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.ts");
  } catch {
    // It exited meanwhile.
    return false;
  }
}

async function lockedJobs(): Promise<number> {
  const { rows } = await database.pool.query(
    "select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail:send' and j.locked_at is not null",
  );
  return rows.length;
}

/** A supervisor that ends with the test. */
function startSupervised(more: { databaseUrl?: string; logFile?: string } = {}) {
  const metrics = createMetrics("web", database.pool);
  const stop = superviseWorker({
    databaseUrl: more.databaseUrl ?? clone.url,
    dataDir,
    environment: {
      ...childEnv(),
      DATA_DIR: dataDir,
      SECRET_KEY: SECRET,
      SMTP_URL: smtp.url,
      LOG_LEVEL: "silent",
    },
    log: more.logFile === undefined ? createLog("silent") : createLog("error", more.logFile),
    metrics,
    onLost: () => unlockAllJobs(database.pool),
  });
  return { metrics, stop };
}

const onLinux = describe.skipIf(!existsSync("/proc/self/status"));

test("the reason why a worker ended is its last lines of output, without secrets", () => {
  const environment = { SECRET_KEY: SECRET, DATABASE_URL: "postgres://app:horse@db/fieldhouse", HOME: "/home/maya" };
  const stderr = `${"An old line\n".repeat(50)}\nError: ${SECRET} is wrong\n  at postgres://app:horse@db/fieldhouse in /home/maya\n  at redis://:battery@cache:6379\n`;
  const reason = toReason(stderr, environment);
  expect(reason.split("\n").slice(-3)).toEqual([
    "Error: [SECRET_KEY] is wrong",
    "  at [DATABASE_URL] in /home/maya",
    "  at redis://[redacted]@cache:6379",
  ]);
  expect(reason.split("\n")).toHaveLength(12);
});

test("a reason that was cut off, as on a full disk, does not make the doctor fail", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-worker-end-"));
  writeFileSync(path.join(folder, "worker-ended.json"), '{"at":"2026-');
  expect(checkWorker({ dataDir: folder }, new Date())).toEqual([]);
  rmSync(folder, { recursive: true });
});

onLinux("a worker", () => {
  test("is replaced, again and again, when it is killed during a job", async () => {
    const { metrics, stop } = startSupervised();
    const secrets = createSecrets([SECRET]);
    await sendEmail({ secrets }, database.sql, {
      to: "maya@people.test",
      subject: "Not lost",
      heading: "Not lost",
      paragraphs: ["Hello."],
      button: null,
      reason: "A test.",
    });
    await database.pool.query("update graphile_worker._private_jobs set max_attempts = 3");
    for (let killed = 0; killed < 3; killed++) {
      await expect.poll(lockedJobs).toBe(1);
      const [pid = 0, ...more] = workerPids();
      expect(pid).toBeGreaterThan(1);
      expect(more).toEqual([]);
      if (killed === 2) delete answers["EHLO"];
      process.kill(pid, "SIGKILL");
      // Its supervisor unlocks the job.
      await expect.poll(lockedJobs, { interval: 5 }).toBe(0);
      await database.pool.query("update graphile_worker._private_jobs set run_at = now()");
    }

    await expect.poll(() => smtp.received.length).toBe(1);
    expect(smtp.received[0]?.to).toEqual(["maya@people.test"]);
    await expect
      .poll(() => metrics.print(), { interval: 500 })
      .toContain('job="mail:send",outcome="done",role="worker"');
    // It is running again, so there is nothing to report.
    expect(checkWorker({ dataDir }, new Date())).toEqual([]);
    await stop();
    expect(workerPids()).toEqual([]);
  });

  test("is restarted with a growing delay when it exits at once, and the log and the doctor say why", async () => {
    const logFile = path.join(dataDir, "supervisor.log");
    // Nothing listens there.
    const { stop } = startSupervised({ databaseUrl: "postgres://nobody@127.0.0.1:9/nothing", logFile });
    const ends = () => {
      const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").trim().split("\n") : [];
      return lines.map((line) => JSON.parse(line) as { inMs: number; time: number; reason: string });
    };
    await expect.poll(() => ends().length).toBeGreaterThan(2);
    await stop();
    expect(ends()[0]?.reason).toContain("The database of DATABASE_URL does not answer");
    expect(checkWorker({ dataDir }, new Date())).toEqual([
      expect.stringMatching(/^The worker ended a minute ago: .+ It said: The database of DATABASE_URL does not answer/),
    ]);
    const [first, second, third] = ends();
    expect([first?.inMs, second?.inMs, third?.inMs]).toEqual([1000, 2000, 4000]);
    expect((third?.time ?? 0) - (second?.time ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(workerPids()).toEqual([]);
  });

  test("exits and is restarted, rather than idling, when a newer release migrated its queue", async () => {
    const { stop } = startSupervised();
    const listening = async () => {
      const { rows } = await database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and query like 'LISTEN%'",
      );
      return rows.length;
    };
    await expect.poll(listening).toBeGreaterThanOrEqual(LANE_NAMES.length);
    const [pid] = workerPids();
    await database.pool.query("select pg_notify('worker:migrate', '{\"breaking\":true,\"migrationNumber\":99}')");
    await expect.poll(() => workerPids().filter((running) => running !== pid).length).toBe(1);
    await stop();
  });
});
