import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp } from "#testing/test-app.ts";
import { defineJob, enqueue, type Job, LANE_NAMES, LANES, type Lane } from "./jobs.ts";
import { startWorker } from "./worker.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const payload = z.strictObject({});

afterEach(() => deps.pool.query("delete from graphile_worker._private_jobs"));

/** Jobs of every lane that run until the test ends them. */
function longJobs() {
  const running: Record<Lane, number> = { short: 0, inspect: 0, frames: 0, media: 0, documents: 0, speech: 0, bulk: 0 };
  const most = { ...running };
  const gate = Promise.withResolvers<void>();
  const jobs = LANE_NAMES.map((lane) =>
    defineJob({
      name: `test:long-${lane}`,
      lane,
      payload,
      attempts: 1,
      timeoutMs: 600_000,
      async run() {
        running[lane]++;
        most[lane] = Math.max(most[lane], running[lane]);
        await gate.promise;
        running[lane]--;
      },
    }),
  );
  return { jobs, running, most, release: () => gate.resolve() };
}

function quickJob(lane: Lane): { job: Job<Record<string, never>>; done: number[] } {
  const done: number[] = [];
  const run = async () => void done.push(Date.now());
  return { job: defineJob({ name: `test:quick-${lane}`, lane, payload, attempts: 1, timeoutMs: 60_000, run }), done };
}

test.each(["short", "inspect", "documents"] as const)(
  "a job of the %s lane runs at once while long jobs fill every other lane",
  async (lane) => {
    const long = longJobs();
    const quick = quickJob(lane);
    for (const job of long.jobs) if (job.lane !== lane) for (let at = 0; at < 6; at++) await enqueue(deps.sql, job, {});
    const stop = await startWorker(deps, [...long.jobs, quick.job] as Job[]);
    try {
      const full = LANE_NAMES.filter((name) => name !== lane).reduce((sum, name) => sum + LANES[name].concurrency, 0);
      const count = () => Object.values(long.running).reduce((sum, running) => sum + running, 0);
      await expect.poll(count).toBe(full);
      await enqueue(deps.sql, quick.job, {});
      await expect.poll(() => quick.done.length).toBe(1);
    } finally {
      long.release();
      await stop();
    }
  },
);

test("no lane exceeds its concurrency", async () => {
  const long = longJobs();
  for (const job of long.jobs) for (let at = 0; at < 6; at++) await enqueue(deps.sql, job, {});
  const stop = await startWorker(deps, long.jobs);
  try {
    const bounds = Object.fromEntries(LANE_NAMES.map((name) => [name, LANES[name].concurrency]));
    await expect.poll(() => ({ ...long.running })).toEqual(bounds);
    // More are queued, and every worker has polled again.
    await sleep(2_500);
    expect(long.most).toEqual(bounds);
  } finally {
    long.release();
    await stop();
  }
});
