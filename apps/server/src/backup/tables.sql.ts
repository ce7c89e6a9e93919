import { hash } from "node:crypto";
import type { PoolClient } from "pg";

export type Table = { name: string; columns: string[] };

/** Of rows in any order, because PostgreSQL does not place rows in the order in which they are inserted. */
export type Fingerprint = { rows: number; sumOfHashes: bigint };

/** Rows fetched or inserted at once. */
const BATCH = 500;

/** Tables of the job queue that hold work. Its other tables belong to the library. */
const QUEUE = ["_private_jobs", "_private_job_queues", "_private_tasks"];

/** How values are written as text. They are compared after a restore. */
const TEXT_SETTINGS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local synchronize_seqscans = off`;

/** Begins a transaction that sees one snapshot of all tables. */
export async function beginSnapshot(client: PoolClient): Promise<void> {
  await client.query("begin isolation level repeatable read, read only");
  await client.query(TEXT_SETTINGS);
}

/** With the columns that can be inserted: generated ones are computed again. */
export async function selectTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = any($1)))
     group by 1 order by 1`,
    [QUEUE],
  );
  return rows;
}

/** Streams a table's rows in batches, each row in PostgreSQL's text format, in storage order. */
export async function* readTable(client: PoolClient, table: Table): AsyncGenerator<string[]> {
  await client.query(
    `declare backup_rows no scroll cursor for select row(${table.columns.join(", ")})::text as line from ${table.name}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from backup_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  // After a failure the end of the transaction closes it.
  await client.query("close backup_rows");
}

export async function fingerprintTable(client: PoolClient, table: Table): Promise<Fingerprint> {
  const fingerprint = { rows: 0, sumOfHashes: 0n };
  for await (const lines of readTable(client, table)) addToFingerprint(fingerprint, lines);
  return fingerprint;
}

export function addToFingerprint(fingerprint: Fingerprint, lines: readonly string[]): void {
  fingerprint.rows += lines.length;
  for (const line of lines) fingerprint.sumOfHashes += BigInt(`0x${hash("sha256", line)}`);
}

export type Sequence = { name: string; value: string | null };

export async function selectSequences(client: PoolClient): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  return rows;
}

/**
 * Replaces the content of all tables, in one transaction: without foreign keys and triggers, which come back at its
 * end. The owner of the tables can run it, without superuser rights.
 */
export async function replaceTables(
  client: PoolClient,
  tables: readonly Table[],
  load: (table: Table) => AsyncIterable<string[]>,
): Promise<void> {
  await client.query("begin");
  await client.query(TEXT_SETTINGS);
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = any('{public, graphile_worker}'::regnamespace[])`,
  );
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint ${key.name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => name).join(", ")}`);
  for (const table of tables) for await (const lines of load(table)) await insertLines(client, table, lines);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const key of keys) await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
  // The locks belong to workers of the installation that was backed up.
  await client.query(
    "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null",
  );
  await client.query(
    "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
  );
  await client.query("commit");
}

/** A type for the row, because lines have no generated columns. */
async function insertLines(client: PoolClient, { name, columns }: Table, lines: string[]): Promise<void> {
  const type = "pg_temp.backup_line";
  await client.query(`drop type if exists ${type}`);
  await client.query(`create type ${type} as (${await describeColumns(client, name, columns)})`);
  for (let from = 0; from < lines.length; from += BATCH)
    await client.query(
      `insert into ${name} (${columns.join(", ")}) overriding system value
       select (line::${type}).* from unnest($1::text[]) with ordinality as lines (line, position) order by lines.position`,
      [lines.slice(from, from + BATCH)],
    );
}

async function describeColumns(client: PoolClient, table: string, columns: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  return columns.map((column) => `${column} ${types.get(column)}`).join(", ");
}

export async function setSequences(client: PoolClient, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value } of sequences)
    if (value !== null) await client.query("select setval($1::regclass, $2::bigint)", [name, value]);
}
