import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { exportKey } from "#modules/identity/exports/export-key.policy.ts";
import { purgeExports } from "#modules/identity/exports/exports.service.ts";
import { purgeUnusedLogos } from "#modules/membership/earners/pictures.service.ts";
import { createLog } from "#platform/log.ts";
import { createTestApp } from "#testing/test-app.ts";
import { onePage, workThrough } from "./work-through.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const file = path.join(testApp.deps.config.dataDir, "work.log");
const deps = { ...testApp.deps, log: createLog("error", file) };

test("works on every row once, page by page, and counts and logs failures", async () => {
  const rows = Array.from({ length: 25 }, (_, at) => at);
  const done: number[] = [];
  const failed = await workThrough(deps, {
    failure: "a row has failed",
    next: async (after: number | null) => rows.filter((row) => after === null || row > after).slice(0, 10),
    async work(row) {
      if (row % 10 === 9) throw new Error(`row ${row}`);
      done.push(row);
    },
  });
  expect([failed, done.length]).toEqual([2, 23]);
  await expect.poll(() => readFileSync(file, "utf8").match(/a row has failed/g)?.length).toBe(2);
});

test("stops between two rows without counting the interrupted one as a failure", async () => {
  const stopping = new AbortController();
  const done: number[] = [];
  const work = workThrough(deps, {
    failure: "broken off",
    signal: stopping.signal,
    next: onePage<number>([1, 2, 3]),
    async work(row) {
      done.push(row);
      if (row === 2) stopping.abort(new Error("the worker stops"));
      stopping.signal.throwIfAborted();
    },
  });
  await expect(work).rejects.toThrow("the worker stops");
  expect(done).toEqual([1, 2]);
  expect(readFileSync(file, "utf8")).not.toContain("broken off");
});

/** A folder in place of a file, which therefore cannot be deleted. */
async function blocks(key: string): Promise<void> {
  await mkdir(path.join(testApp.deps.config.dataDir, "media", key, "in-the-way"), { recursive: true });
}

test("keeps the row of a logo whose file cannot be deleted, and deletes the others", async () => {
  const { accountId } = await testApp.person("logan");
  const ids = ["0", "5", "f"].map((digit) => digit.repeat(32));
  for (const id of ids)
    await pool.query("insert into college_logos (id, account_id, sent_at) values ($1, $2, now() - interval '9 days')", [
      id,
      accountId,
    ]);
  await blocks(`accounts/${accountId}/logo-${ids[0]}.webp`);
  await purgeUnusedLogos(deps);
  const { rows } = await pool.query("select id from college_logos where account_id = $1", [accountId]);
  expect(rows).toEqual([{ id: ids[0] }]);
});

test("deletes other exports when one cannot be deleted", async () => {
  const [first, second] = [await testApp.person("exa"), await testApp.person("exo")];
  const ids = ["00000000-0000-4000-8000-000000000000", "ffffffff-0000-4000-8000-000000000000"];
  for (const [at, { accountId }] of [first, second].entries())
    await pool.query(
      "insert into data_exports (id, account_id, state, expires_at, size_bytes) values ($1, $2, 'ready', now() - interval '1 hour', 5)",
      [ids[at], accountId],
    );
  await blocks(exportKey({ id: ids[0] ?? "", account_id: first.accountId }));
  await purgeExports(deps, new AbortController().signal);
  const { rows } = await pool.query("select account_id from data_exports where state = 'ready'");
  expect(rows).toEqual([{ account_id: first.accountId }]);
});
