import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openSmtpStandIn } from "#testing/smtp-stand-in.ts";
import { cloneDatabase } from "#testing/test-database.ts";
import { openSecrets } from "../crypto/secrets.ts";
import { openDatabase } from "../db/database.ts";
import { openLog } from "../log.ts";
import { queueMail } from "../mail/send-mail.ts";
import { openMetrics } from "../metrics.ts";
import { superviseWorker } from "./supervise-worker.ts";
import { releaseOrphanedJobs } from "./worker.ts";

const SECRET = "a secret of thirty-two characters for tests";
const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-worker-"));
const clone = await cloneDatabase();
const database = openDatabase(clone.url, { connections: 3 });
/** A mail server that says nothing at first, so that the worker is in the middle of a job. */
const answers: Record<string, string> = { EHLO: "" };
const smtp = await openSmtpStandIn(answers);
afterAll(async () => {
  await smtp.stop();
  await database.close();
  await clone.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Our children that run the product, as Linux tells of them. */
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
    // It has ended since its name was read.
    return false;
  }
}

async function lockedJobs(): Promise<number> {
  const { rows } = await database.pool.query(
    "select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail:send' and j.locked_at is not null",
  );
  return rows.length;
}

test.skipIf(!existsSync("/proc/self/status"))(
  "a worker that is killed in the middle of a job is followed by one that does it",
  async () => {
    const metrics = openMetrics("web", database.pool);
    const stop = superviseWorker({
      databaseUrl: clone.url,
      environment: {
        PATH: process.env["PATH"],
        DATA_DIR: dataDir,
        SECRET_KEY: SECRET,
        SMTP_URL: smtp.url,
        LOG_LEVEL: "silent",
      },
      log: openLog("silent"),
      metrics,
      onLost: () => releaseOrphanedJobs(database.pool),
    });
    const secrets = openSecrets([SECRET]);
    await queueMail({ secrets }, database.sql, {
      to: "maya@people.test",
      subject: "Not lost",
      heading: "Not lost",
      paragraphs: ["Hello."],
      button: null,
      reason: "A test.",
    });
    await expect.poll(lockedJobs, { timeout: 60_000 }).toBe(1);

    delete answers["EHLO"];
    const [killed = 0, ...more] = workerPids();
    expect(killed).toBeGreaterThan(1);
    expect(more).toEqual([]);
    process.kill(killed, "SIGKILL");

    await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(1);
    expect(smtp.received[0]?.to).toEqual(["maya@people.test"]);
    await expect
      .poll(() => metrics.print(), { timeout: 60_000, interval: 500 })
      .toContain('job="mail:send",outcome="done",role="worker"');
    await stop();
    expect(workerPids()).toEqual([]);
  },
);
