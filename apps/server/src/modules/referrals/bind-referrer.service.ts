import type { Sql } from "#platform/db/database.ts";
import { toReferralCode } from "./referral-code.policy.ts";
import { selectActiveLink } from "./referral-codes.sql.ts";
import { insertReferral } from "./referrals.sql.ts";

/**
 * Binds a new person to whoever's link they came by, in the transaction that makes their account. A code
 * that is bad, inactive or one's own binds nobody, in silence: signing up goes on.
 */
export async function bindReferrer(tx: Sql, joined: { referredId: string; code: string }): Promise<void> {
  const code = toReferralCode(joined.code);
  const link = code === null ? null : await selectActiveLink(tx, code);
  if (code === null || !link || link.earner_id === joined.referredId) return;
  await insertReferral(tx, { referredId: joined.referredId, earnerId: link.earner_id, code });
}
