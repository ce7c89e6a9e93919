import { setTimeout as sleep } from "node:timers/promises";
import { earningRoutes } from "@app/contract/earnings";
import pg from "pg";
import { expect, test } from "vitest";
import { creditReferral } from "#modules/earnings/referrals/referrals.service.ts";
import { bringPeople } from "#modules/earnings/testing/rewards.ts";
import { inTransaction } from "#platform/db/database.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const REFERRALS = Number(process.env.LEDGER_REFERRALS ?? 240);
const KILLS = 8;
const WORKERS = 4;

test(`${REFERRALS} credits end exact to the cent while every connection is killed ${KILLS} times`, {
  timeout: 900_000,
}, async () => {
  const earners = [
    await testApp.person("ana", { plan: "Individual" }),
    await testApp.person("ben", { plan: "Individual" }),
  ];
  const ids: string[] = [];
  for (const { accountId } of earners)
    ids.push(...(await bringPeople(deps, accountId, { count: REFERRALS / 2, at: new Date(), isCredited: false })));

  const credited = new Set<string>();
  let failures = 0;
  /** Like a person who presses the link again until it works; two workers take each person. */
  const verify = async (id: string) => {
    while (!credited.has(id))
      await inTransaction(deps.sql, (tx) => creditReferral(deps, tx, id, "verified")).then(
        () => credited.add(id),
        () => {
          failures++;
          return sleep(20);
        },
      );
  };
  const killer = new pg.Client({ connectionString: deps.config.databaseUrl ?? "", application_name: "killer" });
  await killer.connect();
  const kill = async () => {
    for (let kills = 0; kills < KILLS; kills++) {
      const share = ((kills + 1) * ids.length) / (KILLS + 1);
      while (credited.size < share) await sleep(2);
      await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
    }
  };
  const work = async (queue: string[]) => {
    for (const id of queue) await verify(id);
  };
  const queues = Array.from({ length: WORKERS }, (_, at) => ids.filter((_id, index) => index % 2 === at % 2));
  await Promise.all([kill(), ...queues.map((queue, at) => work(at < 2 ? queue : queue.toReversed()))]);
  await killer.end();

  expect(failures).toBeGreaterThanOrEqual(KILLS);
  for (const earner of earners)
    expect(await earner.call(earningRoutes.summary)).toMatchObject({
      pending_cents: (REFERRALS / 2) * 1000,
      referrals: { pending: REFERRALS / 2, joined: 0 },
    });
  const { rows } = await deps.pool.query(
    `select sum(amount_cents)::int as sum, count(*)::int as entries, count(distinct transfer_id)::int as transfers
     from ledger_entries`,
  );
  expect(rows).toEqual([{ sum: 0, entries: 2 * REFERRALS, transfers: REFERRALS }]);
});
