import type { Sql } from "#platform/db/database.ts";
import { findLink } from "./referral-codes.service.ts";
import { insertReferral } from "./referrals.sql.ts";
import { findSignals } from "./suspicion.service.ts";

/**
 * Binds a new person to the earner whose link they came by, in the transaction that makes their account. A code that is
 * unknown or earns nothing binds nobody, in silence: signing up goes on. What is suspicious already is written down,
 * and is still there for staff when the address is corrected before it is verified.
 */
export async function bindReferrer(tx: Sql, joined: { referredId: string; code: string }): Promise<void> {
  const link = await findLink(tx, joined.code);
  if (!link || link.earner_id === joined.referredId) return;
  const referral = { referredId: joined.referredId, earnerId: link.earner_id };
  const signals = await findSignals(tx, { ...referral, at: new Date(), known: [] });
  await insertReferral(tx, { ...referral, code: link.code, signals });
}
