import { sql as raw } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBarrier } from "#testing/barrier.ts";
import { startPausableProxy } from "#testing/pausable-proxy.ts";
import { cloneDatabase } from "#testing/test-database.ts";
import {
  createDatabase,
  type Database,
  inTransaction,
  isDatabaseUnavailable,
  requireAnswer,
  SilentDatabase,
  type Tx,
  violates,
} from "./database.ts";

const clone = await cloneDatabase();
let database: Database;
beforeAll(async () => {
  database = createDatabase(clone.url, { connections: 5 });
  await database.pool.query("create table counters (id int primary key, count int not null)");
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

async function readCount(tx: Tx, id: number): Promise<number> {
  const { rows } = await raw<{ count: number }>`select count from counters where id = ${id}`.execute(tx);
  return rows[0]?.count ?? 0;
}

describe("the database", () => {
  test("that accepts a connection and stays silent is named, and not waited for", async () => {
    const proxy = await startPausableProxy(clone.url);
    onTestFinished(() => proxy.close());
    await expect(requireAnswer(proxy.url)).resolves.toBeUndefined();
    proxy.hang();
    await expect(requireAnswer(proxy.url, 100)).rejects.toThrow(
      "The database of DATABASE_URL accepts connections, but does not answer within 0.1 seconds.",
    );
    proxy.refuse();
    const refused: unknown = await requireAnswer(proxy.url).catch((error: unknown) => error);
    expect(refused).not.toBeInstanceOf(SilentDatabase);
    expect(isDatabaseUnavailable(refused)).toBe(true);
  });

  test("is away when it ended our connection, and not when it refused a statement", async () => {
    const { pool } = database;
    const endMine = "select pg_terminate_backend(pg_backend_pid())";
    const refused = (statement: string) => pool.query(statement).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(await refused(endMine))).toBe(true);
    expect(isDatabaseUnavailable(await refused("select 1 / 0"))).toBe(false);
    expect(isDatabaseUnavailable(new Error("our own fault"))).toBe(false);
    expect(isDatabaseUnavailable(Object.assign(new Error("no such file"), { code: "ENOENT" }))).toBe(false);
  });
});

describe("a transaction", () => {
  test("is committed completely or not at all", async () => {
    await database.pool.query("insert into counters values (1, 0)");
    const failed = inTransaction(database.sql, async (tx) => {
      await raw`update counters set count = 5 where id = 1`.execute(tx);
      throw new Error("half-way");
    });
    await expect(failed).rejects.toThrow("half-way");
    expect(await inTransaction(database.sql, (tx) => readCount(tx, 1))).toBe(0);
  });

  test("is retried after a serialization failure", async () => {
    await database.pool.query("insert into counters values (2, 0)");
    let attempts = 0;
    let reads = 0;
    const haveAllRead = Promise.withResolvers<void>();
    const addOne = () =>
      inTransaction(database.sql, async (tx) => {
        attempts++;
        await raw`set transaction isolation level serializable`.execute(tx);
        const count = await readCount(tx, 2);
        if (++reads === 3) haveAllRead.resolve();
        await haveAllRead.promise;
        await raw`update counters set count = ${count + 1} where id = 2`.execute(tx);
      });
    await Promise.all([addOne(), addOne(), addOne()]);
    expect(await inTransaction(database.sql, (tx) => readCount(tx, 2))).toBe(3);
    expect(attempts).toBeGreaterThan(3);
  });

  test("is retried after a deadlock", async () => {
    await database.pool.query("insert into counters values (3, 0), (4, 0)");
    let attempts = 0;
    const bothHoldOne = openBarrier(2);
    const addBoth = (first: number, second: number) =>
      inTransaction(database.sql, async (tx) => {
        attempts++;
        await raw`update counters set count = count + 1 where id = ${first}`.execute(tx);
        await bothHoldOne();
        await raw`update counters set count = count + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([addBoth(3, 4), addBoth(4, 3)]);
    const { rows } = await database.pool.query("select count from counters where id in (3, 4)");
    expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
    expect(attempts).toBeGreaterThan(2);
  });

  test("fails after five attempts, and at once for errors that a retry cannot fix", async () => {
    let attempts = 0;
    const hopeless = inTransaction(database.sql, async (tx) => {
      attempts++;
      await raw`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
    });
    await expect(hopeless).rejects.toMatchObject({ code: "40001" });
    expect(attempts).toBe(5);

    attempts = 0;
    const wrong = inTransaction(database.sql, async (tx) => {
      attempts++;
      await raw`insert into counters values (1, 1)`.execute(tx);
    });
    await expect(wrong).rejects.toMatchObject({ code: "23505" });
    expect(attempts).toBe(1);
  });
});

describe("the database", () => {
  test("returns counts as numbers, and dates unchanged in every time zone", async () => {
    const { rows } = await database.pool.query(
      "select 4294967296::bigint as size, count(*) as count, date '2008-02-29' as day, timestamptz '2026-11-21T10:00:00Z' as at from counters where id = 1",
    );
    expect(rows).toEqual([{ size: 4_294_967_296, count: 1, day: "2008-02-29", at: new Date("2026-11-21T10:00:00Z") }]);
  });

  test("identifies a violated constraint by name", async () => {
    const error = await database.pool.query("insert into counters values (1, 1)").catch((fault: unknown) => fault);
    expect(violates(error, "counters_pkey")).toBe(true);
    expect(violates(error, "accounts_pkey")).toBe(false);
    expect(violates(new Error("counters_pkey"), "counters_pkey")).toBe(false);
  });

  test("survives a connection that the server closes", async () => {
    await database.pool.query("select 1");
    const other = createDatabase(clone.url, { connections: 2 });
    await other.pool.query(
      "select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await other.close();
    // Without the pool's listener for errors, the end of an idle connection would end this process.
    await expect.poll(() => database.pool.totalCount).toBe(0);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });
});
