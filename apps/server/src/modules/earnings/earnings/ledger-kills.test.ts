import { setTimeout as sleep } from "node:timers/promises";
import { accountId } from "@app/contract/ids";
import { afterAll, expect, test } from "vitest";
import { ensureReferralCode } from "#modules/earnings/referrals/referral-codes.service.ts";
import {
  bindReferrer,
  creditReferral,
  makeDueReferralsAvailable,
} from "#modules/earnings/referrals/referrals.service.ts";
import { startKillableDatabase } from "#modules/earnings/testing/killed-database.ts";
import { findStoredFaults } from "#modules/earnings/testing/stored-figures.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { addAccountAndChannel } from "#testing/people.ts";
import { countStages, selectBalances } from "./earnings.sql.ts";
import { checkpointLedger } from "./ledger.service.ts";

/** At full size: LEDGER_REFERRALS=20000 LEDGER_KILLS=8. */
const REFERRALS = Number(process.env.LEDGER_REFERRALS ?? 200);
const KILLS = Number(process.env.LEDGER_KILLS ?? 2);
const WORKERS = 4;
const EARNERS = Math.ceil(REFERRALS / 400) + 1;
const CHECKPOINT_ENTRIES = 50;
const HOUR_MS = 3_600_000;

const database = await startKillableDatabase();
afterAll(database.dispose);
/** One an hour until now: 24 a day do not trigger a review, and most are due. */
const FIRST_MS = Date.now() - REFERRALS * HOUR_MS;

type Person = { id: string; code: string; at: Date };

async function addEarner(username: string): Promise<{ id: string; code: string }> {
  const deps = database.deps();
  await addAccountAndChannel(deps, {
    username,
    email: `${username}@people.test`,
    plan: "Individual",
    isVerified: true,
    passwordHash: "-",
  });
  const { rows } = await deps.pool.query("select id from accounts where username = $1", [username]);
  return { id: rows[0].id, code: await ensureReferralCode(deps.sql, rows[0].id) };
}

/** Signs up with the link. An existing account was referred in the same transaction as it was created. */
async function join(deps: Deps, { id, code }: Person): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const added = await tx
      .insertInto("accounts")
      .values({
        id,
        user_type: "General User",
        username: `p_${id.slice(-12)}`,
        username_key: id.slice(-12),
        email: `${id}@people.test`,
        email_key: `${id}@people.test`,
        password_hash: "-",
        referral_code: code,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n)
      await bindReferrer(deps, tx, { account_id: accountId.parse(id), referral: null });
  });
}

test(`${REFERRALS} referrals end exact to the cent while the database is killed ${KILLS} times`, {
  timeout: 3_600_000,
}, async () => {
  const earners: Awaited<ReturnType<typeof addEarner>>[] = [];
  for (let at = 0; at < EARNERS; at++) earners.push(await addEarner(`earner${at}`));
  const people: Person[] = Array.from({ length: REFERRALS }, (_, at) => ({
    id: newId(accountId),
    code: earners[at % EARNERS]?.code ?? "",
    at: new Date(FIRST_MS + at * HOUR_MS),
  }));
  const credited = new Set<string>();
  let failures = 0;
  /** Retries like a person who presses the button again until it works. */
  const untilDone = async (work: (deps: Deps) => Promise<unknown>) => {
    for (;;) {
      const isDone = await work(database.deps()).then(
        () => true,
        () => false,
      );
      if (isDone) return;
      failures++;
      await sleep(20);
    }
  };
  /** Two workers go through all people, starting from opposite ends. */
  const work = async (queue: readonly Person[]) => {
    for (const person of queue) {
      await untilDone((deps) => join({ ...deps, now: () => person.at }, person));
      await untilDone((deps) => {
        const then = { ...deps, now: () => person.at };
        return inTransaction(deps.sql, (tx) => creditReferral(then, tx, person.id, "verified"));
      });
      credited.add(person.id);
    }
  };
  const kill = async () => {
    for (let kills = 0; kills < KILLS; kills++) {
      while (credited.size < ((kills + 1) * REFERRALS) / (KILLS + 1)) await sleep(10);
      await database.killAndStart();
    }
  };
  let isOver = false;
  /** Runs the hourly and the nightly jobs. */
  const runJobs = async () => {
    while (!isOver) {
      await untilDone((deps) => makeDueReferralsAvailable(deps));
      await untilDone((deps) => checkpointLedger(deps, CHECKPOINT_ENTRIES));
      await sleep(100);
    }
  };
  const queues = Array.from({ length: WORKERS }, (_, at) => people.filter((_person, index) => index % 2 === at % 2));
  const working = Promise.all([kill(), ...queues.map((queue, at) => work(at < 2 ? queue : queue.toReversed()))]);
  await Promise.all([runJobs(), working.finally(() => (isOver = true))]);
  const deps = database.deps();
  await makeDueReferralsAvailable(deps);

  expect(failures).toBeGreaterThanOrEqual(KILLS);
  for (const { id, code } of earners) {
    const balances = Object.fromEntries(
      (await selectBalances(deps.sql, id)).map(({ kind, balance_cents }) => [kind, balance_cents]),
    );
    const stages = await countStages(deps.sql, id);
    expect(stages.pending + stages.available).toBe(people.filter((person) => person.code === code).length);
    expect(balances).toEqual({
      pending: stages.pending * 1000,
      available: stages.available * 1000,
      in_transit: 0,
      paid: 0,
    });
  }
  expect(await findStoredFaults(deps.pool)).toEqual([]);
  const { rows } = await deps.pool.query(
    `select sum(amount_cents)::int as sum, count(distinct transfer_id) filter (where kind = 'credit')::int as credits
     from ledger_entries e join ledger_transfers t on t.id = e.transfer_id`,
  );
  expect(rows).toEqual([{ sum: 0, credits: REFERRALS }]);
});
