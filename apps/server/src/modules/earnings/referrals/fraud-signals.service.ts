import type { Sql } from "#platform/db/database.ts";
import { isDisposableEmail } from "./disposable-email.policy.ts";
import { selectFraudSignals } from "./fraud-signals.sql.ts";

/** More credits than this in 24 hours are looked at. */
export const CREDITS_A_DAY = 25;
/** A family shares a tablet; this many accounts on one device are looked at, whoever referred them. */
const ACCOUNTS_ON_A_DEVICE = 4;
/** Shorter names are shared by strangers. */
const SIMILAR_MIN_LETTERS = 5;

/**
 * Looked for when the person joins and again when the reward is earned.
 * @param referral.known what was found before, which stays
 * @returns what makes a referral suspicious, in names for staff; nothing for most
 */
export async function findFraudSignals(
  tx: Sql,
  referral: { referredId: string; earnerId: string; at: Date; known: readonly string[] },
): Promise<string[]> {
  const found = await selectFraudSignals(tx, referral);
  const signals: Record<string, boolean> = {
    "same-device": found.device,
    "many-on-device": found.accounts_on_device >= ACCOUNTS_ON_A_DEVICE,
    "same-address": found.address,
    "same-mailbox": found.mailbox,
    claimed: found.claimed,
    "similar-address": isSimilarAddress(found.own_email, found.earner_email),
    "same-phone": found.phone,
    "same-ssn": found.ssn,
    "same-card": found.card,
    "disposable-mail": isDisposableEmail(found.own_email),
    "many-a-day": found.credited_today >= CREDITS_A_DAY,
  };
  return Object.keys(signals).filter((name) => signals[name] || referral.known.includes(name));
}

/** Whether two addresses differ in digits, separators and provider only: maya.lee1@a.com and mayalee@b.com. */
export function isSimilarAddress(one: string, other: string): boolean {
  const name = lettersOf(one);
  return name.length >= SIMILAR_MIN_LETTERS && name === lettersOf(other);
}

function lettersOf(email: string): string {
  return email.slice(0, email.lastIndexOf("@")).replace(/[^\p{L}]/gu, "");
}
