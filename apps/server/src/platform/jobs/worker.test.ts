import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createTestApp } from "#testing/test-app.ts";
import { inTransaction } from "../db/database.ts";
import { sendEmail, sendMailJob } from "../mail/send-email.ts";
import { defineJob, enqueue, type Job, LANES } from "./jobs.ts";
import { CRASHES_MAX, failExhaustedJobs, unlockAllJobs } from "./unlock.ts";
import { runJobsOnce, startWorker } from "./worker.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const payload = z.strictObject({ n: z.int() });
type Payload = z.infer<typeof payload>;

function jobThat(
  name: string,
  run: Job<Payload>["run"],
  more: { attempts?: number; timeoutMs?: number } = {},
): Job<Payload> {
  const { attempts = 3, timeoutMs = 60_000 } = more;
  return defineJob({ name, lane: "short", payload, attempts, timeoutMs, run });
}

async function queued(): Promise<{ attempts: number; locked: boolean; error: string | null }[]> {
  const { rows } = await deps.pool.query(
    "select attempts, locked_at is not null as locked, last_error as error from graphile_worker._private_jobs order by id",
  );
  return rows;
}

/** Locks jobs like graphile-worker, for a worker that then dies. */
async function takeAsADyingWorker(): Promise<void> {
  await deps.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a dead worker', attempts = attempts + 1",
  );
  await deps.pool.query(
    "update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'a dead worker'",
  );
}

afterEach(async () => {
  vi.restoreAllMocks();
  await deps.pool.query("delete from graphile_worker._private_jobs");
});

describe("a scheduled job", () => {
  const started: string[] = [];
  /** @param name of a job that has not run in this minute */
  const scheduledJob = (name: string) =>
    defineJob({
      name,
      lane: "short",
      payload: z.object({}),
      attempts: 1,
      timeoutMs: 60_000,
      cron: "* * * * *",
      run: async () => void started.push("scheduled"),
    });
  /** Half a second before the minute that has begun, so that nobody waits for the next one. */
  function setClock(): void {
    const minuteMs = Math.floor(Date.now() / 60_000) * 60_000;
    vi.useFakeTimers({ toFake: ["Date"], now: minuteMs - 500, shouldAdvanceTime: true });
  }
  const late = scheduledJob("test:scheduled-late");
  async function hasBeenDue(): Promise<boolean> {
    const { rows } = await deps.pool.query(
      "select 1 from graphile_worker._private_known_crontabs where identifier = $1 and last_execution is not null",
      [late.name],
    );
    return rows.length === 1;
  }
  afterEach(() => {
    started.length = 0;
    vi.useRealTimers();
  });

  test("runs once, whichever of two workers comes first", async () => {
    const job = scheduledJob("test:scheduled");
    setClock();
    const stops = await Promise.all([startWorker(deps, [job]), startWorker(deps, [job])]);
    try {
      await expect.poll(() => started.length).toBe(1);
      // The other one has seen the minute as well.
      await sleep(1_500);
      expect(started).toHaveLength(1);
    } finally {
      await Promise.all(stops.map((stop) => stop()));
    }
  });

  test("gets the next place in its lane, however many others wait", async () => {
    const isDue = Promise.withResolvers<void>();
    const slow = jobThat("test:slow-mail", async () => {
      started.push("mail");
      await isDue.promise;
    });
    for (let n = 0; n < 20; n++) await enqueue(deps.sql, slow, { n });
    await deps.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 hour'");
    setClock();
    const stop = await startWorker(deps, [late, slow]);
    try {
      await expect.poll(hasBeenDue).toBe(true);
      isDue.resolve();
      await expect.poll(() => started).toContain("scheduled");
      expect(started.indexOf("scheduled")).toBeLessThan(2 * LANES.short.concurrency);
    } finally {
      isDue.resolve();
      await stop();
    }
  });
});

describe("queueing", () => {
  test("queues a job only if its transaction commits", async () => {
    const done: number[] = [];
    const job = jobThat("test:count", async (_, { n }) => void done.push(n));
    await inTransaction(deps.sql, (tx) => enqueue(tx, job, { n: 1 }));
    const rolledBack = inTransaction(deps.sql, async (tx) => {
      await enqueue(tx, job, { n: 2 });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await runJobsOnce(deps, [job]);
    expect(done).toEqual([1]);
  });

  test("runs only the last of several jobs with one key", async () => {
    const done: number[] = [];
    const job = jobThat("test:keyed", async (_, { n }) => void done.push(n));
    for (const n of [1, 2, 3]) await enqueue(deps.sql, job, { n }, { key: "the same" });
    await enqueue(deps.sql, job, { n: 4 }, { key: "another" });
    await runJobsOnce(deps, [job]);
    expect(done.toSorted()).toEqual([3, 4]);
  });

  test("runs all others of the lane before emails", async () => {
    const done: string[] = [];
    const job = jobThat("test:refund", async () => void done.push("refund"));
    vi.spyOn(deps.mail, "send").mockImplementation(async () => void done.push("email"));
    const [heading, reason] = ["Your receipt", "You paid."];
    const email = {
      to: "maya@people.test",
      subject: heading,
      heading,
      paragraphs: ["Thank you."],
      button: null,
      reason,
    };
    await sendEmail(deps, deps.sql, email);
    await enqueue(deps.sql, job, { n: 1 });
    await runJobsOnce(deps, [sendMailJob, job]);
    expect(done).toEqual(["refund", "email"]);
  });

  test("refuses an invalid payload when it is queued", async () => {
    const job = jobThat("test:count", async () => undefined);
    await expect(enqueue(deps.sql, job, { n: 1.5 })).rejects.toThrow(z.ZodError);
    expect(await queued()).toEqual([]);
  });
});

describe("a worker", () => {
  test("refuses to start with two jobs of one name", async () => {
    const job = jobThat("test:twice", async () => undefined);
    await expect(startWorker(deps, [job, job])).rejects.toThrow("Two jobs have the same name.");
  });

  test("retries a failed job up to its limit", async () => {
    let attempts = 0;
    const job = jobThat(
      "test:fails",
      async () => {
        attempts++;
        throw new Error("once more");
      },
      { attempts: 2 },
    );
    await enqueue(deps.sql, job, { n: 1 });
    for (let i = 0; i < 4; i++) {
      await runJobsOnce(deps, [job]);
      await expect.poll(queued).toMatchObject([{ locked: false }]);
      await deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
    }
    expect(attempts).toBe(2);
    expect(await queued()).toEqual([{ attempts: 2, locked: false, error: "once more" }]);
  });

  test("stops a job that exceeds its timeout", async () => {
    const job = jobThat("test:slow", (_, __, signal) => sleep(60_000, undefined, { signal }), { timeoutMs: 100 });
    await enqueue(deps.sql, job, { n: 1 });
    await runJobsOnce(deps, [job]);
    await expect
      .poll(queued)
      .toMatchObject([{ attempts: 1, locked: false, error: expect.stringMatching(/abort|timeout/i) }]);
  });

  test("lets short work finish when it is stopped, and requeues long work as if it never started", async () => {
    const ended: string[] = [];
    const starts = new EventTarget();
    const begun = Promise.all([once(starts, "long"), once(starts, "short")]);
    const long = jobThat("test:long", async (_, __, signal) => {
      starts.dispatchEvent(new Event("long"));
      await sleep(60_000, undefined, { signal });
    });
    const short = jobThat("test:short", async () => {
      starts.dispatchEvent(new Event("short"));
      await sleep(500);
      ended.push("short");
    });
    await enqueue(deps.sql, long, { n: 1 }, { queue: "one by one" });
    await enqueue(deps.sql, short, { n: 1 });
    const stop = await startWorker(deps, [long, short]);
    await begun;

    await stop();
    expect(ended).toEqual(["short"]);
    // graphile-worker may record the stop later; the attempt does not count anyway.
    expect(await queued()).toMatchObject([{ attempts: 0, locked: false }]);
    let isDone = false;
    const again = jobThat("test:long", async () => {
      isDone = true;
    });
    await runJobsOnce(deps, [again]);
    expect(isDone).toBe(true);
  });

  test("releases its jobs after a kill, without a counted attempt, however often", async () => {
    const done: number[] = [];
    const job = jobThat("test:orphan", async (_, { n }) => void done.push(n), { attempts: 3 });
    await enqueue(deps.sql, job, { n: 1 }, { queue: "in order" });
    for (let crash = 1; crash < CRASHES_MAX; crash++) {
      await takeAsADyingWorker();
      await runJobsOnce(deps, [job]);
      expect(done).toEqual([]);
      await unlockAllJobs(deps.pool);
      expect(await queued()).toEqual([{ attempts: 0, locked: false, error: null }]);
      await failExhaustedJobs(deps, [job]);
    }
    // Later crashes delay it, so that a job that crashes its worker leaves others time.
    await runJobsOnce(deps, [job]);
    expect(done).toEqual([]);
    await deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await runJobsOnce(deps, [job]);
    expect(done).toEqual([1]);
  });

  test("fails a job once if every worker that ran it crashed", async () => {
    const givenUp: number[] = [];
    const job = {
      ...jobThat("test:poison", async () => undefined),
      onExhausted: async (_: unknown, { n }: { n: number }) => void givenUp.push(n),
    };
    await enqueue(deps.sql, job, { n: 7 });
    for (let crash = 0; crash < CRASHES_MAX; crash++) {
      await failExhaustedJobs(deps, [job]);
      expect(givenUp).toEqual([]);
      await takeAsADyingWorker();
      await unlockAllJobs(deps.pool);
    }
    await failExhaustedJobs(deps, [job]);
    await failExhaustedJobs(deps, [job]);
    expect(givenUp).toEqual([7]);
    await runJobsOnce(deps, [job]);
    expect(givenUp).toEqual([7]);
    // After a manual retry, the next crash does not fail it.
    const { rows } = await deps.pool.query(
      "select crashes from job_crashes join graphile_worker._private_jobs j on j.id = job_id",
    );
    expect(rows).toEqual([]);
  });

  test("starts and works beside exhausted jobs that cannot be failed", async () => {
    const done: number[] = [];
    const onExhausted = async () => {
      throw new Error("not now");
    };
    const dead = { ...jobThat("test:dead", async () => undefined), onExhausted };
    const unread = { ...jobThat("test:unread", async () => undefined), onExhausted: async () => void done.push(0) };
    await enqueue(deps.sql, dead, { n: 1 });
    await enqueue(deps.sql, unread, { n: 2 });
    await deps.pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts,
         payload = case when payload ->> 'n' = '2' then '{"of":"another release"}' else payload end`,
    );
    const job = jobThat("test:alive", async (_, { n }) => void done.push(n));
    await enqueue(deps.sql, job, { n: 3 });
    const stop = await startWorker(deps, [dead, unread, job]);
    await expect.poll(() => done).toEqual([3]);
    await stop();
    // They do not count as failed: the next start retries.
    expect(await queued()).toMatchObject([{ error: null }, { error: null }]);
  });

  test("calls onExhausted after the last failed attempt, and not before", async () => {
    const givenUp: number[] = [];
    const job = {
      ...jobThat("test:failing", async () => {
        throw new Error("a fault of ours");
      }),
      attempts: 2,
      onExhausted: async (_: unknown, { n }: { n: number }) => void givenUp.push(n),
    };
    await enqueue(deps.sql, job, { n: 5 });
    await runJobsOnce(deps, [job]);
    expect(givenUp).toEqual([]);
    // The failure is recorded after the worker ended; make the job due regardless of the clock.
    await expect.poll(queued).toEqual([{ attempts: 1, locked: false, error: "a fault of ours" }]);
    await deps.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 minute'");
    await runJobsOnce(deps, [job]);
    expect(givenUp).toEqual([5]);
  });
});
