import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { createDatabase } from "#platform/db/database.ts";
import { MIGRATIONS, migrate } from "#platform/db/migrate.ts";
import { migrateJobs } from "#platform/jobs/worker.ts";
import { createLog } from "#platform/log.ts";
import { allJobs } from "#src/domains.ts";
import { toDatabase } from "./shared-postgres.ts";

const RENAMING = "0083_standard_names.sql";
const OLD_NAMES = [
  "accounts:forget-expired",
  "accounts:mail-link",
  "billing:settle-price",
  "contents:forget-old-pictures",
  "earners:forget-registrations",
  "media:keep-original",
  "numbers:recount",
  "referrals:release",
  "search:sweep",
  "sharing:remove-pictures",
  "sign-up-drafts:forget",
];

test("jobs that were queued under an old name run under the new one", async () => {
  const before = mkdtempSync(path.join(tmpdir(), "fieldhouse-before-"));
  for (const file of readdirSync(MIGRATIONS).filter((name) => name < RENAMING))
    cpSync(path.join(MIGRATIONS, file), path.join(before, file));
  const admin = createDatabase(inject("postgresUrl"), { connections: 1 });
  const database = `renamed_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin.pool.query(`create database ${database}`);
  const { pool, close } = createDatabase(toDatabase(inject("postgresUrl"), database), { connections: 2 });
  try {
    await migrate(pool, before);
    await migrateJobs(pool, createLog("silent"));
    for (const name of [...OLD_NAMES, "mail:send"])
      await pool.query("select graphile_worker.add_job($1, job_key := $1)", [name]);
    await migrate(pool, MIGRATIONS);
    const { rows } = await pool.query<{ name: string; key: string }>(
      "select task_identifier as name, key from graphile_worker.jobs order by id",
    );
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ key }) => key));
    const known = new Set(allJobs.map((job) => job.name));
    expect(rows.filter(({ name }) => !known.has(name))).toEqual([]);
    expect(rows).toHaveLength(OLD_NAMES.length + 1);
  } finally {
    await close();
    await admin.pool.query(`drop database ${database} with (force)`);
    await admin.close();
    rmSync(before, { recursive: true, force: true });
  }
});
