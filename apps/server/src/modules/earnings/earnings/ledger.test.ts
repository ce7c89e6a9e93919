import { randomUUID } from "node:crypto";
import { earningRoutes } from "@app/contract/earnings";
import { REFERRAL_REWARD_CENTS } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import { creditReferral } from "#modules/earnings/referrals/referrals.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { selectBalancesBefore } from "./earnings.sql.ts";
import { checkpointLedger, creditRewards, makeRewardsAvailable, reverseReward } from "./ledger.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const { sql, pool } = deps;
const PEOPLE = 3;

/** People who joined by these earners' links in turn; every third one is suspicious. */
async function bind(earners: readonly TestPerson[]): Promise<string[]> {
  const ids = Array.from({ length: PEOPLE }, () => randomUUID());
  for (const [at, id] of ids.entries()) {
    const email = `${id}@${at % 3 === 2 ? "mailinator.com" : "people.test"}`;
    await pool.query(
      `insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       values ($1, 'General User', $2, $2, $3, $3, '')`,
      [id, id.slice(0, 23), email],
    );
    const earnerId = earners[at % earners.length]?.accountId;
    await pool.query("insert into referrals (referred_id, earner_id, code) values ($1, $2, 'A')", [id, earnerId]);
  }
  return ids;
}

function credit(id: string): Promise<void> {
  return inTransaction(sql, (tx) => creditReferral(deps, tx, id, "verified"));
}

test("a checkpoint changes no balance, and later sums start from it", async () => {
  const earner = await testApp.person("counted", { plan: "Individual" });
  const [first = "", second = ""] = await bind([earner]);
  await credit(first);
  const before = await earner.call(earningRoutes.summary);
  await checkpointLedger(deps, 1);
  await checkpointLedger(deps, 1);
  expect(await earner.call(earningRoutes.summary)).toEqual(before);
  await credit(second);
  expect((await earner.call(earningRoutes.summary)).pending_cents).toBe(2 * REFERRAL_REWARD_CENTS);
  await checkpointLedger(deps, 1);
  const { rows } = await pool.query(
    `select c.balance_cents from ledger_checkpoints c join ledger_accounts a on a.id = c.account_id
     where a.owner_id = $1 and a.kind = 'pending'`,
    [earner.accountId],
  );
  expect(rows).toEqual([{ balance_cents: 2 * REFERRAL_REWARD_CENTS }]);
});

test("a balance can be read as of any moment, whenever the movement was recorded", async () => {
  const earner = await testApp.person("timed", { plan: "Individual" });
  const [referredId = ""] = await bind([earner]);
  const credited = new Date("2026-03-01T12:00:00Z");
  const available = new Date("2026-03-31T12:00:00Z");
  const move = { referredId, earnerId: earner.accountId };
  await inTransaction(sql, (tx) => creditRewards(tx, [{ ...move, at: credited }]));
  await inTransaction(sql, (tx) => makeRewardsAvailable(tx, [{ ...move, at: available }]));
  const at = async (moment: Date) =>
    Object.fromEntries(
      (await selectBalancesBefore(sql, earner.accountId, moment)).map(({ kind, balance_cents }) => [
        kind,
        balance_cents,
      ]),
    );
  const none = { pending: 0, available: 0, in_transit: 0, paid: 0 };
  const after = (moment: Date) => at(new Date(moment.getTime() + 1));
  expect(await at(credited)).toEqual(none);
  expect(await after(credited)).toEqual({ ...none, pending: 1000 });
  expect(await at(available)).toEqual({ ...none, pending: 1000 });
  expect(await after(available)).toEqual({ ...none, available: 1000 });
  const { rows } = await pool.query(
    "select count(*)::int as late from ledger_transfers where referred_id = $1 and created_at > effective_at",
    [referredId],
  );
  expect(rows).toEqual([{ late: 2 }]);
});

describe("the database itself refuses", () => {
  test("to change or delete entries", async () => {
    for (const statement of [
      "delete from ledger_transfers",
      "delete from ledger_entries",
      "update ledger_transfers set kind = kind",
      "update ledger_entries set amount_cents = 1",
      "truncate ledger_entries",
      "truncate ledger_transfers cascade",
    ])
      await expect(pool.query(statement)).rejects.toThrow("append-only");
  });

  test("a second credit for one person, and one for nobody's referral", async () => {
    const earner = await testApp.person("twice", { plan: "Individual" });
    const [id = ""] = await bind([earner]);
    await credit(id);
    const again = { referredId: id, earnerId: earner.accountId, at: new Date() };
    await expect(inTransaction(sql, (tx) => creditRewards(tx, [again]))).rejects.toThrow("ledger_one_of_a_kind");
    await expect(pool.query("delete from accounts where id = $1", [id])).rejects.toThrow("foreign key");
  });

  test("to overdraw an earner's account, and its version counts the writes to it", async () => {
    const earner = await testApp.person("overdrawn", { plan: "Individual" });
    const [referredId = ""] = await bind([earner]);
    const move = { referredId, earnerId: earner.accountId, at: new Date() };
    await inTransaction(sql, (tx) => creditRewards(tx, [move]));
    await expect(inTransaction(sql, (tx) => reverseReward(tx, move, "available"))).rejects.toThrow("overdrawn");
    await inTransaction(sql, (tx) => reverseReward(tx, move, "pending"));
    const { rows } = await pool.query("select kind, version from ledger_accounts where owner_id = $1 order by kind", [
      earner.accountId,
    ]);
    expect(rows).toEqual([
      { kind: "available", version: 0 },
      { kind: "in_transit", version: 0 },
      { kind: "paid", version: 0 },
      { kind: "pending", version: 2 },
    ]);
  });

  test("a transfer that does not sum to zero, or has fewer than two entries", async () => {
    const earner = await testApp.person("uneven", { plan: "Individual" });
    const people = await bind([earner]);
    await credit(people[0] ?? "");
    const { rows } = await pool.query<{ id: string }>(
      "select id from ledger_accounts where owner_id = $1 or owner_id is null order by owner_id nulls first, kind",
      [earner.accountId],
    );
    const [expense, other] = rows.map((row) => row.id);
    for (const amounts of [[], [-1000], [-1000, 999]]) {
      const client = await pool.connect();
      try {
        const transferId = randomUUID();
        await client.query("begin");
        await client.query("insert into ledger_transfers (id, kind, referred_id) values ($1, 'credit', $2)", [
          transferId,
          people[1],
        ]);
        for (const [at, amount] of amounts.entries())
          await client.query("insert into ledger_entries (transfer_id, account_id, amount_cents) values ($1, $2, $3)", [
            transferId,
            at === 0 ? expense : other,
            amount,
          ]);
        await expect(client.query("commit")).rejects.toThrow("does not sum to zero");
      } finally {
        await client.query("rollback");
        client.release();
      }
    }
  });
});
