import { auditRoutes } from "@app/contract/audit";
import { staffJobRoutes } from "@app/contract/console";
import { describe, expect, test } from "vitest";
import { purgeFailedMailJob } from "#platform/mail/send-email.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const ada = await testApp.person("ada", { staffRole: "admin" });

async function queue(name: string, columns = ""): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("select id::text from graphile_worker.add_job($1)", [name]);
  const id = rows[0]?.id ?? "";
  if (columns) await pool.query(`update graphile_worker._private_jobs set ${columns} where id = $1`, [id]);
  return id;
}

const list = (query: Record<string, string | number> = {}) => ada.call(staffJobRoutes.list, { query });

describe("jobs", () => {
  test("are listed by state, and a failed one runs again with all its attempts", async () => {
    const failed = await queue("demo:failed", "attempts = 25, last_error = 'ffmpeg ended with 1'");
    await queue("demo:retrying", "attempts = 2, last_error = 'no answer'");
    const running = await queue("demo:running", "locked_at = now(), locked_by = 'w'");
    await queue("demo:waiting", "run_at = now() + interval '1 day'");
    const first = await list();
    expect(first.jobs).toMatchObject([
      { id: `job-${failed}`, name: "demo:failed", error: "ffmpeg ended with 1", attempts: 25 },
    ]);
    expect(first.counts).toMatchObject({ failed: 1, retrying: 1, running: 1 });
    expect((await list({ state: "running" })).jobs).toMatchObject([{ name: "demo:running" }]);
    expect((await list({ state: "retrying" })).jobs).toMatchObject([{ name: "demo:retrying" }]);
    await ada.call(staffJobRoutes.retry, { params: { id: `job-${failed}` } });
    expect((await list()).jobs).toEqual([]);
    expect((await list({ state: "waiting" })).jobs.map(({ name }) => name)).toContain("demo:failed");
    expect((await ada.call(auditRoutes.list)).entries[0]).toMatchObject({
      action: "job.retried",
      subject: { id: `demo:failed ${failed}` },
      changes: [{ field: "attempts", before: "25", after: "0" }],
    });
    expect((await ada.refused(staffJobRoutes.retry, { params: { id: `job-${running}` } })).code).toBe(409);
    expect((await ada.refused(staffJobRoutes.retry, { params: { id: "job-999999999" } })).code).toBe(404);
    await pool.query("update graphile_worker._private_jobs set locked_at = null, locked_by = null");
  });

  test("are forgotten a month after their last attempt if they are emails, which contain addresses", async () => {
    const failed = "attempts = 8, max_attempts = 8, last_error = 'no answer', updated_at = now() - interval '31 days'";
    const kept = [
      await queue("mail:send", "attempts = 8, max_attempts = 8"),
      await queue("mail:send", "updated_at = now() - interval '31 days', run_at = now() + interval '1 day'"),
      await queue("demo:failed-long-ago", failed),
    ];
    const ids = [...kept, await queue("mail:send", failed)];
    await purgeFailedMailJob.run(testApp.deps, {}, new AbortController().signal, { require: async () => undefined });
    const { rows } = await pool.query(
      "select id::text from graphile_worker._private_jobs where id = any($1::bigint[]) order by id",
      [ids],
    );
    expect(rows.map(({ id }) => id)).toEqual(kept);
    await pool.query("delete from graphile_worker._private_jobs where id = any($1::bigint[])", [ids]);
  });

  test("page by cursor", async () => {
    for (let at = 0; at < 3; at++) await queue(`demo:many${at}`, "attempts = 25");
    const first = await list({ per_page: 2 });
    const second = await list({ per_page: 2, cursor: first.pagination.next ?? "" });
    expect([...first.jobs, ...second.jobs].map(({ name }) => name)).toEqual(["demo:many2", "demo:many1", "demo:many0"]);
  });
});
