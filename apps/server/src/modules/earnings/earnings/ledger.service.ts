import { REFERRAL_REWARD_CENTS } from "@app/contract/referrals";
import { v7 } from "uuid";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";
import {
  type AccountKind,
  insertEarnerAccounts,
  insertTransfers,
  type LedgerAccountRow,
  lockAccountExclusively,
  lockAccountsShared,
  selectAccountsToCheckpoint,
  selectCredits,
  sumExpenses,
  type TransferKind,
  upsertCheckpoint,
} from "./earnings.sql.ts";

/** The reward for one referred person, on its way from one account to another. */
export type RewardMove = { referredId: string; earnerId: string; at: Date };

const CHECKPOINT_AFTER_ENTRIES = 500;

/** @throws a violated constraint where one of the people was credited before */
export function creditRewards(tx: Sql, moves: readonly RewardMove[]): Promise<void> {
  const amounts = new Map(moves.map(({ referredId }) => [referredId, REFERRAL_REWARD_CENTS]));
  return moveRewards(tx, moves, { kind: "credit", from: "expense", to: "pending", amounts });
}

/**
 * Moves what was credited, whatever a reward is worth by now.
 * @throws a violated constraint where one of them was released before
 */
export async function makeRewardsAvailable(tx: Sql, moves: readonly RewardMove[]): Promise<void> {
  const amounts = await selectCredits(tx, idsOf(moves));
  await moveRewards(tx, moves, { kind: "release", from: "pending", to: "available", amounts });
}

/** Takes what was credited back to where it came from, by a new transfer. */
export async function reverseReward(tx: Sql, move: RewardMove, from: "pending" | "available"): Promise<void> {
  const amounts = await selectCredits(tx, idsOf([move]));
  await moveRewards(tx, [move], { kind: "reversal", from, to: "expense", amounts });
}

function idsOf(moves: readonly RewardMove[]): string[] {
  return moves.map((move) => move.referredId);
}

/** What all earners together have earned and kept: pending, available and paid, in cents. */
export function sumEarned(sql: Sql): Promise<number> {
  return sumExpenses(sql);
}

/** `amounts` in cents, by the referred person. */
type Way = { kind: TransferKind; from: AccountKind; to: AccountKind; amounts: ReadonlyMap<string, number> };

async function moveRewards(tx: Sql, moves: readonly RewardMove[], way: Way): Promise<void> {
  if (moves.length === 0) return;
  const earnerIds = [...new Set(moves.map((move) => move.earnerId))];
  await insertEarnerAccounts(tx, earnerIds);
  const accounts = await lockAccountsShared(tx, earnerIds);
  const transfers = moves.map(({ referredId, earnerId, at }) => ({
    id: v7({ msecs: at.getTime() }),
    kind: way.kind,
    referredId,
    fromId: requireAccount(accounts, way.from, earnerId),
    toId: requireAccount(accounts, way.to, earnerId),
    amountCents: requireAmount(way.amounts, referredId),
    at,
  }));
  await insertTransfers(tx, transfers);
}

function requireAmount(amounts: ReadonlyMap<string, number>, referredId: string): number {
  const amountCents = amounts.get(referredId);
  if (amountCents === undefined) throw new Error(`the ledger has no credit of ${referredId}`);
  return amountCents;
}

function requireAccount(accounts: readonly LedgerAccountRow[], kind: AccountKind, earnerId: string): string {
  const ownerId = kind === "expense" ? null : earnerId;
  const account = accounts.find((one) => one.kind === kind && one.owner_id === ownerId);
  if (!account) throw new Error(`the ledger has no ${kind} account of ${earnerId}`);
  return account.id;
}

/** Keeps sums short: an account's balance is its checkpoint and what was written since. */
export async function checkpointLedger(
  deps: Pick<Deps, "sql" | "log">,
  entries: number = CHECKPOINT_AFTER_ENTRIES,
): Promise<void> {
  await workThrough(deps, {
    failure: "an account of the ledger got no checkpoint",
    next: onePage<string>(await selectAccountsToCheckpoint(deps.sql, entries)),
    work: (accountId) =>
      inTransaction(deps.sql, async (tx) => {
        await lockAccountExclusively(tx, accountId);
        await upsertCheckpoint(tx, accountId);
      }),
  });
}
