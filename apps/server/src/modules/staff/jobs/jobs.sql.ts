import { JOBS_MAX, type JobState } from "@app/contract/console";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type JobRow = {
  id: string;
  name: string;
  attempts: number;
  max_attempts: number;
  error: string | null;
  created_at: Date;
  run_at: Date;
  position: Position;
};

const STATES: Record<JobState, RawBuilder<boolean>> = {
  running: raw`j.locked_at is not null`,
  failed: raw`j.locked_at is null and j.attempts >= j.max_attempts`,
  retrying: raw`j.locked_at is null and j.attempts < j.max_attempts and j.attempts > 0`,
  waiting: raw`j.locked_at is null and j.attempts = 0 and j.max_attempts > 0`,
};

/** Newest first. The payload stays where it is: it may name people. */
export async function selectJobs(sql: Sql, state: JobState, range: PageRange): Promise<JobRow[]> {
  const { rows } = await raw<JobRow>`
    select j.id::text, t.identifier as name, j.attempts, j.max_attempts, left(j.last_error, 500) as error, j.created_at,
      j.run_at, array[j.id::text, j.id::text] as position
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${STATES[state]} and ${range.after ? raw`j.id < ${range.after[1]}::bigint` : raw`true`}
    order by j.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows;
}

/** Counts at most `JOBS_MAX` of each state. */
export async function countJobs(sql: Sql): Promise<Record<JobState, number>> {
  const count = (state: JobState) =>
    raw`(select count(*) from (
      select from graphile_worker._private_jobs j where ${STATES[state]} limit ${JOBS_MAX}) n)`;
  const { rows } = await raw<Record<JobState, number>>`
    select ${count("failed")} as failed, ${count("retrying")} as retrying, ${count("running")} as running,
      ${count("waiting")} as waiting`.execute(sql);
  return rows[0] ?? { failed: 0, retrying: 0, running: 0, waiting: 0 };
}

export type LockedJob = { name: string; attempts: number; is_running: boolean };

export async function lockJob(tx: Sql, id: string): Promise<LockedJob | null> {
  const { rows } = await raw<LockedJob>`
    select t.identifier as name, j.attempts, j.locked_at is not null as is_running
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${id}::bigint for update of j`.execute(tx);
  return rows[0] ?? null;
}

export async function runNow(tx: Sql, id: string): Promise<void> {
  await raw`
    select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`.execute(tx);
}
