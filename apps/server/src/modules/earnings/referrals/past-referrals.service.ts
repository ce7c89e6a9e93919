import { REFERRAL_PENDING_DAYS } from "@app/contract/referrals";
import { creditRewards } from "#modules/earnings/earnings/ledger.service.ts";
import type { Sql } from "#platform/db/database.ts";
import { giveReferralCode } from "./referral-codes.service.ts";
import { insertReferral, markPending } from "./referrals.sql.ts";

type PastReferral = {
  referredId: string;
  earnerId: string;
  joinedAt: Date;
  /** Null when nothing was earned by it yet. */
  creditedAt: Date | null;
  /** What made it suspicious; then it is under review. */
  signals: readonly string[];
};

/** A referral of some time ago. What has waited long enough since becomes available with the next release. */
export async function addPastReferral(tx: Sql, past: PastReferral): Promise<void> {
  const { referredId, earnerId, joinedAt, creditedAt: at, signals } = past;
  await insertReferral(tx, { referredId, earnerId, code: await giveReferralCode(tx, earnerId), joinedAt });
  if (at === null) return;
  await markPending(tx, referredId, { at, pendingDays: REFERRAL_PENDING_DAYS, signals });
  await creditRewards(tx, [{ referredId, earnerId, at }]);
}
