import { accountId } from "@app/contract/ids";
import { expect, test } from "vitest";
import { z } from "zod";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { runJobsOnce } from "#platform/jobs/worker.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createEvents, onEvent, onEventByJob } from "./subscriptions.ts";

const testApp = await createTestApp();
const account_id = newId(accountId);

function addSport(sql: Sql, slug: string) {
  return addCategory(sql, { name: slug, slug, pictureKey: null, position: 9 });
}

async function readSports(): Promise<string[]> {
  const rows = await testApp.deps.sql.selectFrom("categories").select("slug").execute();
  return rows.map(({ slug }) => slug);
}

/** Reads on its own connection, which sees committed rows only. */
async function countJobs(): Promise<number> {
  const { rows } = await testApp.deps.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier like 'test:%'",
  );
  return rows.length;
}

/** Records its payloads. */
function openJob(name: string, seen: string[]) {
  return defineJob({
    name,
    lane: "short",
    payload: z.object({ account_id: accountId }),
    attempts: 1,
    timeoutMs: 60_000,
    run: async (_deps, payload) => void seen.push(`${name} ${payload.account_id}`),
  });
}

test("synchronous subscribers of the event run in order, within the transaction", async () => {
  const seen: string[] = [];
  const events = createEvents(
    [
      onEvent("account.verified", async (_deps, tx, payload) => {
        seen.push(`first ${payload.account_id}`);
        await addSport(tx, "in-the-transaction");
      }),
      onEvent("account.deletion_requested", async () => void seen.push("another event")),
      onEvent("account.verified", async (deps) => void seen.push(`second ${deps === testApp.deps}`)),
    ],
    () => testApp.deps,
  );
  await inTransaction(testApp.deps.sql, async (tx) => {
    await events.publish(tx, "account.verified", { account_id });
    expect(seen).toEqual([`first ${account_id}`, "second true"]);
    expect(await readSports()).not.toContain("in-the-transaction");
  });
  expect(await readSports()).toContain("in-the-transaction");
});

test("a subscriber's error rolls the publisher's transaction back, and reaches the caller unchanged", async () => {
  const seen: string[] = [];
  const job = openJob("test:undone", seen);
  const refusal = new AppError("conflict", "Not now.");
  const events = createEvents(
    [
      onEventByJob("account.verified", job),
      onEvent("account.verified", async () => {
        throw refusal;
      }),
    ],
    () => testApp.deps,
  );
  const publishing = inTransaction(testApp.deps.sql, async (tx) => {
    await addSport(tx, "undone");
    await events.publish(tx, "account.verified", { account_id });
  });
  await expect(publishing).rejects.toBe(refusal);
  expect(await readSports()).not.toContain("undone");
  await runJobsOnce(testApp.deps, [job]);
  expect(seen).toEqual([]);
});

test("each subscriber by job gets its own job, after the commit", async () => {
  const seen: string[] = [];
  const jobs = [openJob("test:one", seen), openJob("test:other", seen)];
  const events = createEvents(
    [
      ...jobs.map((job) => onEventByJob("account.verified", job)),
      onEvent("account.verified", async () => void seen.push("in the transaction")),
    ],
    () => testApp.deps,
  );
  await inTransaction(testApp.deps.sql, async (tx) => {
    await events.publish(tx, "account.verified", { account_id });
    expect(seen).toEqual(["in the transaction"]);
    expect(await countJobs()).toBe(0);
  });
  expect(await countJobs()).toBe(2);
  await runJobsOnce(testApp.deps, jobs);
  expect(seen.slice(1).sort()).toEqual([`test:one ${account_id}`, `test:other ${account_id}`]);
});

test("an invalid payload is not delivered", async () => {
  const events = createEvents([onEvent("account.verified", async () => undefined)], () => testApp.deps);
  const publishing = inTransaction(testApp.deps.sql, (tx) =>
    // @ts-expect-error: an event has its own payload
    events.publish(tx, "account.verified", { channel_id: account_id }),
  );
  await expect(publishing).rejects.toThrow(z.ZodError);
});
