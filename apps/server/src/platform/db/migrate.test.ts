import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { toDatabase } from "#testing/shared-postgres.ts";
import { cloneDatabase } from "#testing/test-database.ts";
import { createDatabase } from "./database.ts";
import { MIGRATIONS, MigrationError, migrate, pendingMigrations } from "./migrate.ts";

let pool: pg.Pool;
let url: string;
let folder: string;
let dropDatabase: () => Promise<unknown>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-migrations-"));
  const admin = createDatabase(inject("postgresUrl"), { connections: 1 }).pool;
  const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  url = toDatabase(inject("postgresUrl"), name);
  pool = createDatabase(url, { connections: 4 }).pool;
  dropDatabase = async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
});
afterEach(async () => {
  await pool.end();
  await dropDatabase();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

async function appliedNames(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>("select name from migrations order by name");
  return rows.map((row) => row.name);
}

describe("migrations", () => {
  test("are applied once, in the order of their names, and new ones later", async () => {
    write("0002_second.sql", "alter table things add column name text");
    write("0001_first.sql", "create table things (id int)");
    write("notes.md", "not a migration");
    expect(await migrate(pool, folder)).toEqual(["0001_first.sql", "0002_second.sql"]);
    expect(await migrate(pool, folder)).toEqual([]);
    write("0003_third.sql", "insert into things values (1, 'one')");
    expect(await pendingMigrations(pool, folder)).toEqual(["0003_third.sql"]);
    expect(await migrate(pool, folder)).toEqual(["0003_third.sql"]);
    expect(await pendingMigrations(pool, folder)).toEqual([]);
  });

  test("are refused if an applied file was changed, without applying others", async () => {
    write("0001_first.sql", "create table things (id int)");
    await migrate(pool, folder);
    write("0001_first.sql", "create table things (id bigint)");
    write("0002_second.sql", "create table more (id int)");
    await expect(migrate(pool, folder)).rejects.toThrow(MigrationError);
    await expect(migrate(pool, folder)).rejects.toThrow("0001_first.sql was changed after it had been applied");
    expect(await appliedNames()).toEqual(["0001_first.sql"]);
  });

  test("let the previous release start again on a newer database, unless a migration says that it breaks it", async () => {
    write("0001_first.sql", "create table things (id int)");
    write("0002_second.sql", "create table more (id int)");
    await migrate(pool, folder);
    unlinkSync(path.join(folder, "0002_second.sql"));
    expect(await migrate(pool, folder)).toEqual([]);
    write("0003_third.sql", "-- Breaks older releases: they write to things.\ndrop table things");
    await migrate(pool, folder);
    unlinkSync(path.join(folder, "0003_third.sql"));
    await expect(migrate(pool, folder)).rejects.toThrow("0003_third.sql, which this version does not know");
  });

  test("wait for a long transaction without blocking those that come later", async () => {
    write("0001_first.sql", "create table things (id int)");
    await migrate(pool, folder);
    write("0002_second.sql", "alter table things add column name text");
    const long = await pool.connect();
    await long.query("begin; lock table things in access share mode");
    const applied = migrate(pool, folder);
    const isWaiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table things%'";
    await expect.poll(async () => (await pool.query(isWaiting)).rowCount).toBe(1);
    // Granted once the migration has given up for now.
    expect((await pool.query("select * from things")).rows).toEqual([]);
    await long.query("commit");
    long.release();
    expect(await applied).toEqual(["0002_second.sql"]);
  });

  test("that fail are rolled back, earlier ones stay, and a corrected one is applied", async () => {
    write("0001_first.sql", "create table things (id int)");
    write("0002_second.sql", "create table more (id int); insert into nowhere values (1)");
    await expect(migrate(pool, folder)).rejects.toThrow(/0002_second\.sql failed: .*nowhere/);
    expect(await appliedNames()).toEqual(["0001_first.sql"]);
    expect((await pool.query("select to_regclass('more') as more")).rows).toEqual([{ more: null }]);
    write("0002_second.sql", "create table more (id int)");
    expect(await migrate(pool, folder)).toEqual(["0002_second.sql"]);
  });

  test("are applied once by four concurrent processes", async () => {
    for (let i = 1; i <= 5; i++) write(`000${i}_step.sql`, `create table step_${i} (id int); select pg_sleep(0.05)`);
    const pools = Array.from({ length: 4 }, () => createDatabase(url, { connections: 1 }).pool);
    const applied = await Promise.all(pools.map((one) => migrate(one, folder)));
    await Promise.all(pools.map((one) => one.end()));
    expect(applied.flat().toSorted()).toEqual(await appliedNames());
    expect(await appliedNames()).toHaveLength(5);
  });

  test("of the product leave nothing pending", async () => {
    const clone = await cloneDatabase();
    const migrated = createDatabase(clone.url, { connections: 1 }).pool;
    expect(await pendingMigrations(migrated, MIGRATIONS)).toEqual([]);
    await migrated.end();
    await clone.drop();
  });
});
