import type { Database } from "../../apps/server/src/platform/db/database.ts";

/** Runs one statement on the filling connection. */
export type Run = (text: string, values?: readonly unknown[]) => Promise<void>;

/**
 * Gives `work` a connection that skips all checks: no trigger fires, no foreign key is checked, and the indexes of
 * `tables` are built after the rows, as are primary keys that no foreign key references.
 */
export async function fillQuickly(
  { pool }: Database,
  tables: readonly string[],
  work: (run: Run) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica; set synchronous_commit = off");
    await client.query("set work_mem = '256MB'; set maintenance_work_mem = '512MB'");
    const { rows } = await client.query<{ drop: string; make: string }>(INDEXES_SQL, [tables]);
    for (const index of rows) await client.query(index.drop);
    await work(async (text, values = []) => {
      await client.query(text, [...values]);
    });
    for (const index of rows) await client.query(index.make);
  } finally {
    // The settings end with the connection.
    client.release(true);
  }
}

const INDEXES_SQL = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
  from pg_index where indrelid::regclass::text = any($1::text[])
    and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint key where contype = 'p' and conrelid::regclass::text = any($1::text[])
    and not exists (select from pg_constraint reference where reference.confrelid = key.conrelid)`;
