import { REFERRAL_PENDING_DAYS } from "@app/contract/referrals";
import { creditRewards, releaseRewards, reverseReward } from "#modules/earnings/earnings/ledger.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { findIneligibility, type ReferralMoment } from "./referral-eligibility.policy.ts";
import {
  closeReview,
  lockReferral,
  markAvailable,
  markLost,
  markPending,
  selectDue,
  selectTrigger,
  updateTrigger,
} from "./referrals.sql.ts";
import { findSignals } from "./suspicion.service.ts";

/** What a reward is earned by; staff choose one of the two. */
export type ReferralTrigger = Exclude<ReferralMoment, "joined">;

const REFUNDED = "This person's plan was refunded.";

const BATCH = 500;

/**
 * Credits the reward in the transaction of the event that earns it, or marks the referral ineligible. Does nothing for
 * somebody who was not referred, was credited before, or when staff have set the other trigger.
 */
export async function creditReferral(
  deps: Pick<Deps, "now">,
  tx: Sql,
  referredId: string,
  trigger: ReferralTrigger,
): Promise<void> {
  const referral = await lockReferral(tx, referredId);
  if (referral?.stage !== "joined" || (await selectTrigger(tx)) !== trigger) return;
  const reason = findIneligibility(referral, trigger);
  if (reason !== null) return markLost(tx, referredId, "ineligible", reason);
  const earned = { referredId, earnerId: referral.earner_id, at: deps.now() };
  const signals = await findSignals(tx, { ...earned, known: referral.signals });
  await markPending(tx, referredId, { at: earned.at, pendingDays: REFERRAL_PENDING_DAYS, signals });
  await creditRewards(tx, [earned]);
}

/**
 * Makes available what has waited long enough. Safe to run twice, and by two at once. A referral that cannot be released
 * is logged and left; the others of its batch are released one by one.
 */
export async function releaseDueReferrals(deps: Pick<Deps, "sql" | "now" | "log">): Promise<void> {
  await workThrough(deps, {
    failure: "referrals could not be released",
    next: async (after: string[] | null) => {
      const due = await selectDue(deps.sql, deps.now(), { after: after?.at(-1) ?? null, limit: BATCH });
      return due.length === 0 ? [] : [due];
    },
    work: (due) => release(deps, due).catch(() => releaseOneByOne(deps, due)),
  });
}

async function releaseOneByOne(deps: Pick<Deps, "sql" | "now" | "log">, due: readonly string[]): Promise<void> {
  for (const id of due)
    await release(deps, [id]).catch((error: unknown) =>
      deps.log.error({ err: error }, "a referral could not be released"),
    );
}

function release(deps: Pick<Deps, "sql" | "now">, due: readonly string[]): Promise<void> {
  const at = deps.now();
  return inTransaction(deps.sql, async (tx) => {
    const released = await markAvailable(tx, due, at);
    await releaseRewards(
      tx,
      released.map((one) => ({ ...one, at })),
    );
  });
}

/**
 * Takes a reward back, by an entry of its own; of somebody who has only joined it means that none will be earned.
 * @param reason in words for the earner
 * @throws AppError `not_found` nobody's referral; `conflict` it is paid, or over already
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
  if (stage === "joined") return markLost(tx, referredId, "ineligible", reason);
  if (stage !== "pending" && stage !== "available")
    throw new AppError("conflict", `A referral that is ${stage} cannot be reversed.`);
  await markLost(tx, referredId, "reversed", reason);
  await reverseReward(tx, { referredId, earnerId, at: deps.now() }, stage);
}

/** A plan was ended with a refund: what was earned by its payment is taken back, what was earned otherwise stays. */
export async function reverseFirstPayment(deps: Pick<Deps, "now">, tx: Sql, referredId: string): Promise<void> {
  const referral = await lockReferral(tx, referredId);
  const isEarned = referral?.stage === "pending" || referral?.stage === "available";
  if (!isEarned || (await selectTrigger(tx)) !== "first_payment") return;
  await reverseReferral(deps, tx, referredId, REFUNDED);
}

/**
 * Staff have looked and found nothing: it becomes available when its time has come.
 * @throws AppError `conflict` it is not under review
 */
export async function clearReview(tx: Sql, referredId: string): Promise<void> {
  if (!(await closeReview(tx, referredId))) throw new AppError("conflict", "This referral is not under review.");
}

/** Counts from the next event on; what was earned stays earned. */
export function setReferralTrigger(tx: Sql, trigger: ReferralTrigger): Promise<void> {
  return updateTrigger(tx, trigger);
}
