import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp } from "#testing/test-app.ts";
import { inTransaction } from "../db/database.ts";
import { createLog } from "../log.ts";
import { defineJob, enqueue, type Job, type Lease } from "./jobs.ts";
import { LeaseLostError } from "./leases.ts";
import { runJobsOnce, startWorker } from "./worker.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const payload = z.strictObject({ n: z.int() });
type Payload = z.infer<typeof payload>;

afterEach(async () => {
  await deps.pool.query("delete from graphile_worker._private_jobs");
  await deps.pool.query("delete from workers");
});

function jobThat(run: Job<Payload>["run"], more: Partial<Job<Payload>> = {}): Job<Payload> {
  return { ...defineJob({ name: "test:long", lane: "media", payload, attempts: 3, timeoutMs: 600_000, run }), ...more };
}

/** A job that runs until it is stopped, and its outcome. */
function longJob(more: Partial<Job<Payload>> = {}) {
  const begun: Lease[] = [];
  const ends: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const job = jobThat(async (_, __, signal, lease) => {
    begun.push(lease);
    const stopped = new Promise<never>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason as Error)),
    );
    await Promise.race([gate.promise, stopped]).catch((error: unknown) => {
      ends.push(error);
      throw error;
    });
    ends.push("done");
  }, more);
  return { job, begun, ends, release: () => gate.resolve() };
}

type Row = { attempts: number; holder: string | null; error: string | null };

async function row(): Promise<Row | undefined> {
  const { rows } = await deps.pool.query<Row>(
    "select attempts, locked_by as holder, last_error as error from graphile_worker._private_jobs order by id limit 1",
  );
  return rows[0];
}

/** The tables with a lock older than a minute. */
async function locksRenewedLongAgo(): Promise<string[]> {
  const { rows } = await deps.pool.query<{ name: string }>(
    `select 'jobs' as name from graphile_worker._private_jobs where locked_at < now() - interval '1 minute'
     union all
     select 'queues' from graphile_worker._private_job_queues where locked_at < now() - interval '1 minute'`,
  );
  return rows.map((table) => table.name);
}

async function lockAs(worker: string, ago: string): Promise<void> {
  await deps.pool.query(
    "update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval, attempts = 1",
    [worker, ago],
  );
}

describe("a job that outlives its lock", () => {
  test("keeps its lock", async () => {
    const long = longJob();
    await enqueue(deps.sql, long.job, { n: 1 }, { queue: "with a queue" });
    const stop = await startWorker(deps, [long.job], { renewEveryMs: 50 });
    try {
      await expect.poll(() => long.begun.length).toBe(1);
      // graphile-worker is about to consider the lock expired.
      for (const table of ["jobs", "job_queues"])
        await deps.pool.query(
          `update graphile_worker._private_${table} set locked_at = now() - interval '3 hours 59 minutes'`,
        );
      await expect.poll(locksRenewedLongAgo).toEqual([]);
      expect(long.begun).toHaveLength(1);
      expect(long.ends).toEqual([]);
    } finally {
      long.release();
      await stop();
    }
  });

  test("is stopped when another worker has it, and does not finish, fail or exhaust the other's run", async () => {
    const givenUp: number[] = [];
    const long = longJob({ attempts: 1, onExhausted: async (_, { n }) => void givenUp.push(n) });
    await enqueue(deps.sql, long.job, { n: 1 });
    const stop = await startWorker(deps, [long.job], { renewEveryMs: 50 });
    try {
      await expect.poll(() => long.begun.length).toBe(1);
      await lockAs("another worker", "1 second");
      await expect.poll(() => long.ends).toEqual([expect.any(LeaseLostError)]);
      await sleep(200);
      expect(await row()).toMatchObject({ attempts: 1, holder: "another worker", error: null });
      expect(givenUp).toEqual([]);
      const claim = inTransaction(deps.sql, async (tx) => long.begun[0]?.require(tx));
      await expect(claim).rejects.toThrow(LeaseLostError);
    } finally {
      await stop();
    }
    expect(await row()).toMatchObject({ attempts: 1, holder: "another worker" });
  });

  test("is left to the other worker if it finished before it learned of the loss", async () => {
    const long = longJob();
    await enqueue(deps.sql, long.job, { n: 1 });
    const stop = await startWorker(deps, [long.job], { renewEveryMs: 600_000 });
    const now = Date.now;
    try {
      await expect.poll(() => long.begun.length).toBe(1);
      await lockAs("another worker", "1 second");
      // The machine was suspended for an hour.
      Date.now = () => now() + 3_600_000;
      long.release();
      await expect.poll(() => long.ends).toEqual(["done"]);
      await sleep(500);
      expect(await row()).toMatchObject({ holder: "another worker", error: null });
    } finally {
      Date.now = now;
      await stop();
    }
  });

  test("locks its row in a transaction that must not overlap another run", async () => {
    let result: unknown;
    const job = jobThat(async (_, __, ___, lease) => {
      await inTransaction(deps.sql, async (tx) => {
        await lease.require(tx);
        result = await deps.pool
          .query("select 1 from graphile_worker._private_jobs for no key update nowait")
          .catch((error: unknown) => String(error));
      });
    });
    await enqueue(deps.sql, job, { n: 1 });
    await runJobsOnce(deps, [job]);
    expect(result).toMatch(/could not obtain lock/);
  });
});

describe("a worker that died silently", () => {
  test("loses its jobs to another worker once its locks expire, without a counted attempt", async () => {
    const attempts: unknown[] = [];
    const job = jobThat(async () => void attempts.push((await row())?.attempts));
    await enqueue(deps.sql, job, { n: 1 }, { queue: "with a queue" });
    await deps.pool.query("insert into workers (id) values ('a dead worker')");
    await lockAs("a dead worker", "2 minutes");
    await deps.pool.query(
      "update graphile_worker._private_job_queues set locked_at = now() - interval '2 minutes', locked_by = 'a dead worker'",
    );
    const stop = await startWorker(deps, [job], { renewEveryMs: 50 });
    try {
      await expect.poll(() => attempts).toEqual([1]);
    } finally {
      await stop();
    }
  });

  test("keeps its jobs if it renewed a moment ago", async () => {
    const done: number[] = [];
    const job = jobThat(async (_, { n }) => void done.push(n));
    await enqueue(deps.sql, job, { n: 1 });
    await deps.pool.query("insert into workers (id) values ('a living worker')");
    await lockAs("a living worker", "15 seconds");
    await expectLeftAlone(job, done);
  });

  test("keeps its jobs if it is of the previous release, which renews nothing", async () => {
    const done: number[] = [];
    const job = jobThat(async (_, { n }) => void done.push(n));
    await enqueue(deps.sql, job, { n: 1 });
    await lockAs("a worker of the previous release", "3 hours");
    await expectLeftAlone(job, done);
  });

  async function expectLeftAlone(job: Job<Payload>, done: number[]): Promise<void> {
    const holder = (await row())?.holder;
    const stop = await startWorker(deps, [job], { renewEveryMs: 20 });
    await sleep(500);
    await stop();
    expect(done).toEqual([]);
    expect((await row())?.holder).toBe(holder);
  }
});

describe("a job of another release", () => {
  test("is left for a worker that knows it, and logged once", async () => {
    const done: string[] = [];
    const known = jobThat(async () => void done.push("known"));
    const other = jobThat(async () => void done.push("other"), { name: "test:of-tomorrow" });
    await enqueue(deps.sql, other, { n: 1 });
    await enqueue(deps.sql, known, { n: 1 });
    const file = path.join(deps.config.dataDir, "worker.log");
    const stop = await startWorker({ ...deps, log: createLog("warn", file) }, [known], { renewEveryMs: 20 });
    await expect.poll(() => done).toEqual(["known"]);
    await expect.poll(() => readFileSync(file, "utf8").split("test:of-tomorrow")).toHaveLength(2);
    await stop();
    expect(await row()).toMatchObject({ attempts: 0, holder: null });

    const stopOther = await startWorker(deps, [known, other]);
    await expect.poll(() => done).toEqual(["known", "other"]);
    await stopOther();
  });

  test("does not fail on an unreadable payload, and waits for a worker that can read it", async () => {
    const exhausted: number[] = [];
    const onExhausted = async (_: unknown, { n }: Payload) => void exhausted.push(n);
    const here = jobThat(async () => undefined, { onExhausted });
    const done: unknown[] = [];
    const there = { ...here, payload: z.looseObject({}) as unknown as Job<Payload>["payload"] };
    await enqueue(deps.sql, { ...there, attempts: 1 }, { m: "new" } as unknown as Payload, { queue: "with a queue" });
    await runJobsOnce(deps, [here]);
    await expect.poll(row).toMatchObject({ attempts: 0, holder: null, error: /another release/ });
    expect(exhausted).toEqual([]);

    await deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await runJobsOnce(deps, [{ ...there, run: async (_, read) => void done.push(read) }]);
    expect(done).toEqual([{ m: "new" }]);
  });
});
