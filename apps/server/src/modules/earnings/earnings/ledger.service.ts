import type { Movement } from "@app/contract/earnings";
import { REFERRAL_REWARD_CENTS } from "@app/contract/referrals";
import { v7 } from "uuid";
import { z } from "zod";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";
import { publishLive } from "#platform/live/publish-live.ts";
import {
  type AccountKind,
  insertEarnerAccounts,
  insertTransfers,
  type LedgerAccountRow,
  lockAccountExclusively,
  lockAccounts,
  selectAccountsToCheckpoint,
  selectCredits,
  sumExpenses,
  type TransferRow,
  upsertCheckpoint,
} from "./earnings.sql.ts";

/** The transfer of the reward for one referred person. */
export type RewardTransfer = { referredId: string; earnerId: string; at: Date };

const CHECKPOINT_AFTER_ENTRIES = 500;

/** @throws a constraint violation if one of the people is already credited */
export function creditRewards(tx: Sql, moves: readonly RewardTransfer[]): Promise<void> {
  const amounts = new Map(moves.map(({ referredId }) => [referredId, REFERRAL_REWARD_CENTS]));
  return transferRewards(tx, moves, { kind: "credit", from: "expense", to: "pending", amounts });
}

/**
 * Transfers the credited amounts, even if the reward has changed since.
 * @throws a constraint violation if one of them is already available
 */
export async function makeRewardsAvailable(tx: Sql, moves: readonly RewardTransfer[]): Promise<void> {
  const amounts = await selectCredits(tx, idsOf(moves));
  await transferRewards(tx, moves, { kind: "release", from: "pending", to: "available", amounts });
}

/** Returns the credited amount to the platform, by a new transfer. */
export async function reverseReward(tx: Sql, move: RewardTransfer, from: "pending" | "available"): Promise<void> {
  const amounts = await selectCredits(tx, idsOf([move]));
  await transferRewards(tx, [move], { kind: "reversal", from, to: "expense", amounts });
}

function idsOf(moves: readonly RewardTransfer[]): string[] {
  return moves.map((move) => move.referredId);
}

/** @returns what all earners have earned in cents: pending, available, in transit and paid, less reversals */
export function sumEarned(sql: Sql): Promise<number> {
  return sumExpenses(sql);
}

/** `amounts` in cents by referred person. */
type Route = { kind: Movement; from: AccountKind; to: AccountKind; amounts: ReadonlyMap<string, number> };

async function transferRewards(tx: Sql, moves: readonly RewardTransfer[], route: Route): Promise<void> {
  if (moves.length === 0) return;
  const earnerIds = [...new Set(moves.map((move) => move.earnerId))];
  const accounts = await openAccounts(tx, earnerIds);
  const transfers = moves.map(({ referredId, earnerId, at }) =>
    toTransfer(accounts, earnerId, {
      kind: route.kind,
      from: route.from,
      to: route.to,
      referredId,
      payoutId: null,
      amountCents: requireAmount(route.amounts, referredId),
      effectiveAt: at,
    }),
  );
  await insertTransfers(tx, transfers);
  await publishEarnings(tx, earnerIds);
}

/** Makes these earners' open pages refetch their earnings. Call it last: it locks their live rooms. */
export function publishEarnings(tx: Sql, earnerIds: readonly string[]): Promise<void> {
  return publishLive(tx, earnerIds, { name: "earnings.changed", data: {} });
}

/** The whole amount of a payout. */
export type PayoutTransfer = { payoutId: string; earnerId: string; amountCents: number; at: Date };

const PAYOUT_ROUTES = {
  send: { kind: "payout", from: "available", to: "in_transit" },
  settle: { kind: "payout-paid", from: "in_transit", to: "paid" },
  returnUnpaid: { kind: "payout-return", from: "in_transit", to: "available" },
  returnPaid: { kind: "payout-return", from: "paid", to: "available" },
} as const;

/** @throws a constraint violation if a payout has moved like that before, or an account lacks the money */
export async function transferPayouts(
  tx: Sql,
  moves: readonly PayoutTransfer[],
  step: keyof typeof PAYOUT_ROUTES,
): Promise<void> {
  if (moves.length === 0) return;
  const earnerIds = moves.map((move) => move.earnerId);
  const accounts = await openAccounts(tx, earnerIds);
  const transfers = moves.map(({ payoutId, earnerId, amountCents, at }) =>
    toTransfer(accounts, earnerId, {
      ...PAYOUT_ROUTES[step],
      referredId: null,
      payoutId,
      amountCents,
      effectiveAt: at,
    }),
  );
  await insertTransfers(tx, transfers);
  await publishEarnings(tx, earnerIds);
}

async function openAccounts(tx: Sql, earnerIds: readonly string[]): Promise<LedgerAccountRow[]> {
  await insertEarnerAccounts(tx, earnerIds);
  return lockAccounts(tx, earnerIds);
}

function toTransfer(
  accounts: readonly LedgerAccountRow[],
  earnerId: string,
  { from, to, ...transfer }: Omit<TransferRow, "id" | "fromId" | "toId"> & { from: AccountKind; to: AccountKind },
): TransferRow {
  const [fromId, toId] = [requireAccount(accounts, from, earnerId), requireAccount(accounts, to, earnerId)];
  return { ...transfer, id: v7(), fromId, toId };
}

function requireAmount(amounts: ReadonlyMap<string, number>, referredId: string): number {
  const amountCents = amounts.get(referredId);
  if (amountCents === undefined) throw new Error(`the ledger has no credit for ${referredId}`);
  return amountCents;
}

function requireAccount(accounts: readonly LedgerAccountRow[], kind: AccountKind, earnerId: string): string {
  const ownerId = kind === "expense" ? null : earnerId;
  const account = accounts.find((one) => one.kind === kind && one.owner_id === ownerId);
  if (!account) throw new Error(`the ledger has no ${kind} account of ${earnerId}`);
  return account.id;
}

/** Keeps balances fast: they only sum the entries since the last checkpoint. */
export async function checkpointLedger(
  deps: Pick<Deps, "sql" | "log">,
  entries: number = CHECKPOINT_AFTER_ENTRIES,
): Promise<void> {
  await workThrough(deps, {
    failure: "a ledger account could not be checkpointed",
    next: onePage<string>(await selectAccountsToCheckpoint(deps.sql, entries)),
    work: (accountId) =>
      inTransaction(deps.sql, async (tx) => {
        await lockAccountExclusively(tx, accountId);
        await upsertCheckpoint(tx, accountId);
      }),
  });
}

export const checkpointLedgerJob = defineJob({
  name: "earnings:checkpoint",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "37 4 * * *",
  run: (deps) => checkpointLedger(deps),
});
