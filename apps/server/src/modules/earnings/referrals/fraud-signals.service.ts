import { publishEarnings } from "#modules/earnings/earnings/ledger.service.ts";
import type { Sql, Tx } from "#platform/db/database.ts";
import { isDisposableEmail } from "./referrals.policy.ts";
import { lockReferral, openReview } from "./referrals.sql.ts";
import { selectFraudSignals } from "./review.sql.ts";

/** From this many credits in 24 hours on, further ones are reviewed. */
export const CREDITS_PER_DAY = 25;
/** A family may share a tablet. This many accounts on one device are reviewed, whoever referred them. */
const ACCOUNTS_PER_DEVICE = 4;
/** Strangers often share shorter names. */
const SIMILAR_MIN_LETTERS = 5;

/**
 * Called when the person joins, when the reward is earned, and if they become an earner while it is pending.
 * @param referral.known the signals found earlier, which stay
 * @returns the names of all signals, for staff; usually none
 */
export async function findFraudSignals(
  tx: Sql,
  referral: { referredId: string; earnerId: string; at: Date; known: readonly string[] },
): Promise<string[]> {
  const found = await selectFraudSignals(tx, referral);
  const signals: Record<string, boolean> = {
    "same-device": found.device,
    "many-on-device": found.accounts_on_device >= ACCOUNTS_PER_DEVICE,
    "same-address": found.address,
    "same-mailbox": found.mailbox,
    claimed: found.claimed,
    "similar-address": isSimilarAddress(found.own_email, found.earner_email),
    "same-phone": found.phone,
    "same-ssn": found.ssn,
    "same-card": found.card,
    "disposable-mail": isDisposableEmail(found.own_email),
    "many-a-day": found.credited_today >= CREDITS_PER_DAY,
    // Found by `reviewDisputed` only: it is never found here, and stays once it is known.
    disputed: false,
  };
  return Object.keys(signals).filter((name) => signals[name] || referral.known.includes(name));
}

/**
 * Looks again once the person has become an earner, and so has a card and an SSN, while the reward is pending. New
 * signals open a review; what staff have decided stays decided.
 */
export async function reviewAgain(tx: Tx, referredId: string): Promise<void> {
  const referral = await lockReferral(tx, referredId);
  if (referral?.stage !== "pending" || referral.credited_at === null || referral.review === "cleared") return;
  const { earner_id: earnerId, credited_at: at, signals: known } = referral;
  const signals = await findFraudSignals(tx, { referredId, earnerId, at, known });
  if (signals.every((signal) => known.includes(signal))) return;
  await openReview(tx, referredId, signals);
  await publishEarnings(tx, [earnerId]);
}

/**
 * Opens a review of a pending reward whose payment is disputed at the bank (a chargeback), even if staff have already
 * released it: they did not know of the dispute.
 */
export async function reviewDisputed(tx: Tx, referredId: string): Promise<void> {
  const referral = await lockReferral(tx, referredId);
  if (referral?.stage !== "pending" || referral.signals.includes("disputed")) return;
  await openReview(tx, referredId, [...referral.signals, "disputed"]);
  await publishEarnings(tx, [referral.earner_id]);
}

/** Whether two addresses differ only in digits, separators and provider: maya.lee1@a.com and mayalee@b.com. */
export function isSimilarAddress(one: string, other: string): boolean {
  const name = lettersOf(one);
  return name.length >= SIMILAR_MIN_LETTERS && name === lettersOf(other);
}

function lettersOf(email: string): string {
  return email.slice(0, email.lastIndexOf("@")).replace(/[^\p{L}]/gu, "");
}
