import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Pool } from "pg";
import { MIGRATIONS, pendingMigrations } from "#platform/db/migrate.ts";

/** A due job that no worker took for this long. */
const WAITING_MAX_MIN = 10;

/** Before the first start. */
export async function isEmpty(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query("select from pg_class where oid = to_regclass('migrations')");
  return rows.length === 0;
}

/** What the jobs and indexes in the database say about the installation. */
export async function checkDatabase(pool: Pool): Promise<string[]> {
  const pending = await pendingMigrations(pool, MIGRATIONS);
  if (pending.length > 0)
    return [`The database is from an earlier version; the next migration is ${pending[0]}. Start the product.`];
  return [...(await checkJobs(pool)), ...(await checkIndexes(pool)), ...(await checkClock(pool))];
}

async function checkJobs(pool: Pool): Promise<string[]> {
  const { rows: failed } = await pool.query<{ name: string; jobs: number }>(
    `select task_identifier as name, count(*)::integer as jobs from graphile_worker.jobs
     where attempts >= max_attempts group by 1 order by 1`,
  );
  // Jobs of a locked queue wait for the one that runs, those with flags for a worker that may take them.
  const { rows: waiting } = await pool.query<{ minutes: number }>(
    `select floor(extract(epoch from now() - min(run_at)) / 60)::integer as minutes from graphile_worker._private_jobs as jobs
     where attempts < max_attempts and locked_at is null and flags is null and not exists (
       select from graphile_worker._private_job_queues as queues
       where queues.id = jobs.job_queue_id and queues.locked_at is not null
     ) having min(run_at) < now() - make_interval(mins => $1)`,
    [WAITING_MAX_MIN],
  );
  return [
    ...failed.map(({ name, jobs }) =>
      name === "mail:send"
        ? `Emails that could not be delivered to the mail server: ${jobs}.`
        : `Jobs ${name} that failed for good: ${jobs}. Their errors are in the log.`,
    ),
    ...waiting.map(({ minutes }) => `Jobs wait for ${minutes} minutes: no worker runs, or it cannot keep up.`),
  ];
}

async function checkIndexes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; is_valid: boolean }>(
    `select c.relname as name, i.indisvalid as is_valid
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public'`,
  );
  const valid = new Set(rows.filter((row) => row.is_valid).map((row) => row.name));
  const missing = readIndexNames(MIGRATIONS).filter((name) => !valid.has(name));
  return missing.map(
    (name) => `The index ${name} is missing or damaged: lists are slow. Its migration says how to create it.`,
  );
}

const CHANGES =
  /create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?<added>\w+)\s+on\s+(?:only\s+)?(?<on>\w+)|drop\s+index\s+(?:if\s+exists\s+)?(?<dropped>\w+)|alter\s+index\s+(?:if\s+exists\s+)?(?<from>\w+)\s+rename\s+to\s+(?<to>\w+)|drop\s+table\s+(?:if\s+exists\s+)?(?<table>\w+)|alter\s+table\s+(?:if\s+exists\s+)?(?<old>\w+)\s+rename\s+to\s+(?<renamed>\w+)/gi;

/** Migration 0082 renames these in a loop over the catalog. */
const RENAMED: Record<string, string> = {
  content_hours_recent: "content_hourly_stats_recent",
  contents_removed: "contents_deleted",
  sign_in_tries_recent: "login_attempts_recent",
};

/** The indexes that the migrations create and leave, by name. Those of constraints are not among them. */
export function readIndexNames(folder: string): string[] {
  const tableOf = new Map<string, string>();
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), "utf8").replace(/--.*$/gm, "");
    for (const { groups = {} } of text.matchAll(CHANGES)) applyChange(tableOf, groups);
  }
  return [...tableOf.keys()].map((name) => RENAMED[name] ?? name).sort();
}

/** @param groups of one statement, so either all names of a kind are given or none */
function applyChange(
  tableOf: Map<string, string>,
  { added, on = "", dropped = "", from, to = "", table, old, renamed = "" }: Record<string, string>,
): void {
  if (added) tableOf.set(added, on);
  tableOf.delete(dropped);
  if (from) {
    tableOf.set(to, tableOf.get(from) ?? "");
    tableOf.delete(from);
  }
  for (const [index, its] of tableOf) {
    if (its === table) tableOf.delete(index);
    if (its === old) tableOf.set(index, renamed);
  }
}

const CLOCK_TOLERANCE_S = 5;

async function checkClock(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ ahead: number }>(
    "select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as ahead",
    [new Date()],
  );
  const seconds = Math.abs(rows[0]?.ahead ?? 0);
  if (seconds <= CLOCK_TOLERANCE_S) return [];
  return [`The clock of the database differs by ${Math.round(seconds)} seconds from this machine's. Set both by NTP.`];
}
