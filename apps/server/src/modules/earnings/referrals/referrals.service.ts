import type { EventPayloads } from "@app/contract/events";
import { REFERRAL_PENDING_DAYS } from "@app/contract/referrals";
import { creditRewards, makeRewardsAvailable, reverseReward } from "#modules/earnings/earnings/ledger.service.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { findFraudSignals } from "./fraud-signals.service.ts";
import { ensureReferralCode, findReferralLink } from "./referral-codes.service.ts";
import { findIneligibility, type ReferralMoment } from "./referral-eligibility.policy.ts";
import {
  closeReferral,
  closeReview,
  insertReferral,
  lockReferral,
  markAvailable,
  markPending,
  selectDueReferrals,
  selectTrigger,
  selectTypedCode,
  updateTrigger,
} from "./referrals.sql.ts";

type PastReferral = {
  referredId: string;
  earnerId: string;
  joinedAt: Date;
  /** Null when nothing was earned by it yet. */
  creditedAt: Date | null;
  /** What made it suspicious; then it is under review. */
  signals: readonly string[];
};

/** What a reward is earned by; staff choose one of the two. */
type ReferralTrigger = Exclude<ReferralMoment, "joined">;

const REFUNDED = "This person's plan was refunded.";

const BATCH = 500;

/**
 * Binds a new person to the earner whose link they came by, in the transaction that makes their account. A code that is
 * unknown or earns nothing binds nobody, in silence: signing up goes on. What is suspicious already is written down,
 * and is still there for staff when the address is corrected before it is verified.
 */
export async function bindReferrer(
  _deps: Deps,
  tx: Tx,
  { account_id }: EventPayloads["account.created"],
): Promise<void> {
  const code = await selectTypedCode(tx, account_id);
  const link = code ? await findReferralLink(tx, code) : null;
  if (!link || link.earner_id === account_id) return;
  const referral = { referredId: account_id, earnerId: link.earner_id };
  const signals = await findFraudSignals(tx, { ...referral, at: new Date(), known: [] });
  await insertReferral(tx, { ...referral, code: link.code, signals });
}

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
  if (reason !== null) return closeReferral(tx, referredId, "ineligible", reason);
  const earned = { referredId, earnerId: referral.earner_id, at: deps.now() };
  const signals = await findFraudSignals(tx, { ...earned, known: referral.signals });
  await markPending(tx, referredId, { at: earned.at, pendingDays: REFERRAL_PENDING_DAYS, signals });
  await creditRewards(tx, [earned]);
}

/**
 * Makes available what has waited long enough. Safe to run twice, and by two at once. A referral that cannot be released
 * is logged and left; the others of its batch are released one by one.
 */
export async function makeDueReferralsAvailable(deps: Pick<Deps, "sql" | "now" | "log">): Promise<void> {
  await workThrough(deps, {
    failure: "referrals could not be released",
    next: async (after: string[] | null) => {
      const due = await selectDueReferrals(deps.sql, deps.now(), { after: after?.at(-1) ?? null, limit: BATCH });
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
    await makeRewardsAvailable(
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
  if (stage === "joined") return closeReferral(tx, referredId, "ineligible", reason);
  if (stage !== "pending" && stage !== "available")
    throw new AppError("conflict", `A referral that is ${stage} cannot be reversed.`);
  await closeReferral(tx, referredId, "reversed", reason);
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

/** A referral of some time ago. What has waited long enough since becomes available with the next release. */
export async function addPastReferral(tx: Sql, past: PastReferral): Promise<void> {
  const { referredId, earnerId, joinedAt, creditedAt: at, signals } = past;
  await insertReferral(tx, { referredId, earnerId, code: await ensureReferralCode(tx, earnerId), joinedAt });
  if (at === null) return;
  await markPending(tx, referredId, { at, pendingDays: REFERRAL_PENDING_DAYS, signals });
  await creditRewards(tx, [{ referredId, earnerId, at }]);
}
