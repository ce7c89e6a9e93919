import type { EventPayloads } from "@app/contract/events";
import { REFERRAL_PENDING_DAYS, type ReferralTrigger } from "@app/contract/referrals";
import { z } from "zod";
import {
  creditRewards,
  makeRewardsAvailable,
  publishEarnings,
  reverseReward,
} from "#modules/earnings/earnings/ledger.service.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { findFraudSignals } from "./fraud-signals.service.ts";
import { ensureReferralCode, findReferralLink } from "./referral-codes.service.ts";
import { findIneligibility } from "./referrals.policy.ts";
import {
  closeReferral,
  closeReview,
  hasDone,
  insertReferral,
  lockReferral,
  lockTrigger,
  markAvailable,
  markPending,
  markRefunded,
  selectDueReferrals,
  selectTrigger,
  selectTypedCode,
  updateTrigger,
} from "./referrals.sql.ts";

type Referral = { referredId: string; earnerId: string };

const REFUNDED = "This person's plan was refunded.";

const BATCH = 500;

/**
 * Records who referred a new person, in the transaction that creates their account. A code that is unknown or earns
 * nothing is ignored, and must not stop the sign-up. Fraud signals are saved now, because a signal in the email address
 * would be gone once that is corrected.
 * @param kept of the sign-up that the account replaces: it counts even if its link earns nothing new by now
 */
export async function bindReferrer(
  deps: Deps,
  tx: Tx,
  { account_id, referral: kept }: Pick<EventPayloads["account.created"], "account_id" | "referral">,
): Promise<void> {
  const code = await selectTypedCode(tx, account_id);
  const link = kept ?? (code ? await findReferralLink(tx, code) : null);
  if (!link || link.earner_id === account_id) return;
  const referral = { referredId: account_id, earnerId: link.earner_id };
  const now = deps.now();
  const joinedAt = kept ? new Date(kept.joined_at) : now;
  const signals = await findFraudSignals(tx, { ...referral, at: now, known: [] });
  await insertReferral(tx, { ...referral, code: link.code, signals, joinedAt });
  await deps.events.publish(tx, "referral.joined", { earner_id: link.earner_id, referred_id: account_id });
  await publishEarnings(tx, [link.earner_id]);
}

/**
 * Credits the reward in the transaction of the event that earns it, or marks the referral ineligible. Does nothing for
 * somebody who was not referred or is already credited, or who has not done what earns the reward.
 */
export async function creditReferral(
  deps: Pick<Deps, "now" | "events">,
  tx: Tx,
  referredId: string,
  event: ReferralTrigger,
): Promise<void> {
  const referral = await lockReferral(tx, referredId);
  if (referral?.stage !== "joined") return;
  const earnedBy = await findTrigger(tx, referredId, event);
  if (earnedBy === null) return;
  const reason = findIneligibility(referral, event);
  if (reason !== null) return markIneligible(tx, { referredId, earnerId: referral.earner_id }, reason);
  const earned = { referredId, earnerId: referral.earner_id, at: deps.now() };
  const signals = await findFraudSignals(tx, { ...earned, known: referral.signals });
  const credit = { at: earned.at, earnedBy, pendingDays: REFERRAL_PENDING_DAYS, signals };
  await markPending(tx, referredId, credit);
  await creditRewards(tx, [earned]);
  await deps.events.publish(tx, "referral.credited", { earner_id: referral.earner_id, referred_id: referredId });
}

/**
 * Somebody who verified while payments counted, or paid while verification counted, is credited once they have done both:
 * nobody loses a reward to a changed setting. It then counts as earned by the payment, so a refund takes it back.
 */
async function findTrigger(tx: Tx, referredId: string, event: ReferralTrigger): Promise<ReferralTrigger | null> {
  const trigger = await selectTrigger(tx);
  if (trigger === event) return event;
  return (await hasDone(tx, referredId, trigger)) ? "first_payment" : null;
}

/**
 * Makes rewards available once they have been pending long enough. Safe to run twice and concurrently. If a batch fails,
 * its referrals are retried one by one, and the failing ones are logged and skipped.
 */
export async function makeDueReferralsAvailable(deps: Pick<Deps, "sql" | "now" | "log">): Promise<void> {
  await workThrough(deps, {
    failure: "referrals could not be made available",
    next: async (after: string[] | null) => {
      const due = await selectDueReferrals(deps.sql, deps.now(), { after: after?.at(-1) ?? null, limit: BATCH });
      return due.length === 0 ? [] : [due];
    },
    work: (due) => makeAvailable(deps, due).catch(() => makeAvailableOneByOne(deps, due)),
  });
}

async function makeAvailableOneByOne(deps: Pick<Deps, "sql" | "now" | "log">, due: readonly string[]): Promise<void> {
  for (const id of due)
    await makeAvailable(deps, [id]).catch((error: unknown) =>
      deps.log.error({ err: error }, "a referral could not be made available"),
    );
}

function makeAvailable(deps: Pick<Deps, "sql" | "now">, due: readonly string[]): Promise<void> {
  const at = deps.now();
  return inTransaction(deps.sql, async (tx) => {
    const available = await markAvailable(tx, due, at);
    await makeRewardsAvailable(
      tx,
      available.map((one) => ({ ...one, at })),
    );
  });
}

/**
 * Takes a reward back, by a reversing transfer. Before the reward is earned, marks the referral ineligible instead.
 * @param reason shown to the earner
 * @throws AppError `not_found` if this person was not referred; `conflict` if the reward is paid out, on its way, or already
 * reversed
 */
export async function reverseReferral(
  deps: Pick<Deps, "now">,
  tx: Sql,
  referredId: string,
  reason: string,
): Promise<void> {
  const referral = await lockReferral(tx, referredId);
  if (!referral) throw notFound();
  const { stage, earner_id: earnerId } = referral;
  if (stage === "joined") return markIneligible(tx, { referredId, earnerId }, reason);
  if (stage === "available" && referral.payout_id !== null)
    throw new AppError("conflict", "This referral is in a payout that is on its way.");
  if (stage !== "pending" && stage !== "available")
    throw new AppError("conflict", `A referral that is ${stage} cannot be reversed.`);
  await closeReferral(tx, referredId, "reversed", reason);
  await reverseReward(tx, { referredId, earnerId, at: deps.now() }, stage);
}

async function markIneligible(tx: Sql, { referredId, earnerId }: Referral, reason: string): Promise<void> {
  await closeReferral(tx, referredId, "ineligible", reason);
  await publishEarnings(tx, [earnerId]);
}

/**
 * After a refund: takes back a reward earned by a payment, unless an earlier payment stays. One earned by the verified
 * address stays, and so does one in a payout, unless the payout fails: a refund never depends on the earner.
 */
export async function reverseFirstPayment(
  deps: Pick<Deps, "now">,
  tx: Sql,
  { account_id: referredId, keeps_payment }: EventPayloads["plan.refunded"],
): Promise<void> {
  const referral = await lockReferral(tx, referredId);
  if (!referral || keeps_payment) return;
  if ((referral.earned_by ?? (await selectTrigger(tx))) !== "first_payment") return;
  if (referral.payout_id !== null) await markRefunded(tx, referredId, deps.now());
  else if (referral.stage === "pending" || referral.stage === "available")
    await reverseReferral(deps, tx, referredId, REFUNDED);
}

/** Takes back rewards whose payment was refunded while they were in a payout that failed. The balances have the money. */
export async function reverseRefunded(deps: Pick<Deps, "now">, tx: Sql, referredIds: readonly string[]): Promise<void> {
  for (const id of referredIds) await reverseReferral(deps, tx, id, REFUNDED);
}

/**
 * Ends a review without a finding. The reward becomes available when it is due.
 * @throws AppError `conflict` if it is not under review
 */
export async function clearReview(tx: Sql, referredId: string): Promise<void> {
  const earnerId = await closeReview(tx, referredId);
  if (earnerId === null) throw new AppError("conflict", "This referral is not under review.");
  await publishEarnings(tx, [earnerId]);
}

/** Rewards that are already earned stay. @returns the earlier trigger */
export async function changeReferralTrigger(tx: Sql, trigger: ReferralTrigger): Promise<ReferralTrigger> {
  const before = await lockTrigger(tx);
  if (before !== trigger) await updateTrigger(tx, trigger);
  return before;
}

type PastReferral = {
  referredId: string;
  earnerId: string;
  joinedAt: Date;
  /** Null if it has not been credited. */
  creditedAt: Date | null;
  /** Fraud signals; with any, it is under review. */
  signals: readonly string[];
  /** Of the link; the first link without one. */
  code?: string | undefined;
};

/** For demo data. A reward that has been pending long enough becomes available with the next run of the job. */
export async function addPastReferral(tx: Sql, past: PastReferral): Promise<void> {
  const { referredId, earnerId, joinedAt, creditedAt: at, signals } = past;
  const code = past.code ?? (await ensureReferralCode(tx, earnerId));
  await insertReferral(tx, { referredId, earnerId, code, joinedAt });
  if (at === null) return;
  await markPending(tx, referredId, { at, earnedBy: "verified", pendingDays: REFERRAL_PENDING_DAYS, signals });
  await creditRewards(tx, [{ referredId, earnerId, at }]);
}

export const makeReferralsAvailableJob = defineJob({
  name: "referrals:make-available",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "11 * * * *",
  run: (deps) => makeDueReferralsAvailable(deps),
});
