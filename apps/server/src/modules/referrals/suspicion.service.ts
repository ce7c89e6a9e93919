import type { Sql } from "#platform/db/database.ts";
import { isDisposableMail } from "./disposable-mail.policy.ts";
import { selectSignals } from "./suspicion.sql.ts";

/** More credits than this in 24 hours are looked at. */
export const CREDITS_A_DAY = 25;

/** @returns what makes a referral suspicious, in names for staff; nothing for most */
export async function findSignals(
  tx: Sql,
  referral: { referredId: string; earnerId: string; email: string; at: Date },
): Promise<string[]> {
  const found = await selectSignals(tx, referral);
  const signals: Record<string, boolean> = {
    "same-device": found.device,
    "same-address": found.address,
    "same-phone": found.phone,
    "same-ssn": found.ssn,
    "same-card": found.card,
    "disposable-mail": isDisposableMail(referral.email),
    "many-a-day": found.credited_today >= CREDITS_A_DAY,
  };
  return Object.keys(signals).filter((name) => signals[name]);
}
