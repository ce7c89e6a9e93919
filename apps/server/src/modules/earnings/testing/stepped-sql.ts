import { Kysely, PostgresDialect, sql as raw } from "kysely";
import type pg from "pg";
import type { Sql } from "#platform/db/database.ts";
import type { DB } from "#platform/db/schema.gen.ts";

/**
 * The same database over connections that stop before their statement number `stopAt`, until `resume` is called: so
 * that a test can run another operation between any two statements of this one.
 */
export function stopBefore(pool: pg.Pool, stopAt: number): { sql: Sql; stopped: Promise<boolean>; resume(): void } {
  const gate = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<boolean>();
  let statements = 0;
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      async connect() {
        const client = await pool.connect();
        const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
        return {
          query: async (...args: unknown[]) => {
            // Does not count `begin`: a transaction sees and locks nothing before its first statement.
            if (args[0] !== "begin" && ++statements === stopAt) {
              stopped.resolve(true);
              await gate.promise;
            }
            return query(...args);
          },
          release: () => client.release(),
        } as never;
      },
      end: async () => undefined,
    },
  });
  const sql = new Kysely<DB>({ dialect });
  return {
    sql,
    stopped: stopped.promise,
    resume() {
      // An operation with fewer statements has never stopped.
      stopped.resolve(false);
      gate.resolve();
    },
  };
}

/** Whether a connection of this database waits for a lock now. */
export async function isWaiting(sql: Sql): Promise<boolean> {
  const { rows } = await raw<{ is_waiting: boolean }>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as is_waiting`.execute(sql);
  return rows[0]?.is_waiting === true;
}
