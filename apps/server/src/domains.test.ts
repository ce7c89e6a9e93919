import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { refreshDiscoveryJob } from "#modules/discovery/discovery/discovery.service.ts";
import { startWorker } from "#platform/jobs/worker.ts";
import { createTestApp } from "#testing/test-app.ts";
import { allJobs } from "./domains.ts";

const testApp = await createTestApp();

test("the lists of explore are recomputed every ten minutes, day and night", () => {
  const [item] = parseCrontab(`${refreshDiscoveryJob.cron} ${refreshDiscoveryJob.name}`);
  const isDue = (hour: number, min: number) => item?.match({ hour, min, date: 29, month: 2, dow: 0 });
  const minutes = Array.from({ length: 60 }, (_, min) => min);
  for (let hour = 0; hour < 24; hour++)
    expect(minutes.filter((min) => isDue(hour, min))).toEqual([0, 10, 20, 30, 40, 50]);
});

test("the worker keeps the time of every job that runs by itself, and every one of them runs with nothing given", async () => {
  const stop = await startWorker(testApp.deps, allJobs);
  const timed = allJobs.filter((job) => job.cron !== null);
  const known = async () => {
    const { rows } = await testApp.deps.pool.query("select identifier from graphile_worker._private_known_crontabs");
    return rows.map((row) => row.identifier).toSorted();
  };
  try {
    await expect.poll(known).toEqual(timed.map((job) => job.name).toSorted());
    // What graphile-worker gives a job that it starts by itself.
    for (const job of timed)
      expect(job.payload.safeParse({ _cron: { ts: "2026-01-01T00:00:00Z" } }).success).toBe(true);
  } finally {
    await stop();
  }
});
