import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Locks the people whose rewards are available and in no payout. */
export async function lockPayable(sql: Sql, earnerId: string): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select referred_id as id from referrals
    where earner_id = ${earnerId} and stage = 'available' and payout_id is null
    order by referred_id for update`.execute(sql);
  return rows.map((row) => row.id);
}

/** Puts rewards into a payout. */
export async function assignToPayout(sql: Sql, referredIds: readonly string[], payoutId: string): Promise<void> {
  await raw`update referrals set payout_id = ${payoutId} where referred_id = any(${referredIds}::uuid[])`.execute(sql);
}

export async function markReferralsPaid(sql: Sql, payoutId: string, at: Date): Promise<void> {
  await raw`
    update referrals set stage = 'paid', paid_at = ${at} where payout_id = ${payoutId} and stage = 'available'`.execute(
    sql,
  );
}

/** Their rewards are available again. */
export async function removeFromPayout(sql: Sql, payoutId: string): Promise<void> {
  await raw`
    update referrals set stage = 'available', paid_at = null, payout_id = null
    where payout_id = ${payoutId} and stage in ('available', 'paid')`.execute(sql);
}
