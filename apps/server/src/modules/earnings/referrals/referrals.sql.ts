import type { ReferralStage, ReferralTrigger } from "@app/contract/referrals";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** The state of the earner that a referral depends on. */
export type ReferrerStatus = {
  /** And it has not lapsed. */
  has_plan: boolean;
  is_deactivated: boolean;
  /** The account is erased, or in its grace period before that. */
  is_leaving: boolean;
  /** The channel is hidden, for any reason. */
  is_hidden: boolean;
  /** Staff have not switched it off. */
  is_link_active: boolean;
  is_link_withdrawn: boolean;
};

/** What `referrals.policy.ts` needs, of the account `e`, its channel `c` and its link `l`. */
const REFERRER_STATUS = raw`
  e.plan is not null and e.plan_lapsed_at is null as has_plan,
  e.deactivated_at is not null as is_deactivated,
  e.deletion_due_at is not null or e.erased_at is not null as is_leaving,
  c.hidden_at is not null as is_hidden,
  l.is_active is not false as is_link_active,
  l.withdrawn_at is not null as is_link_withdrawn`;

export type ReferralLinkRow = ReferrerStatus & {
  earner_id: string;
  channel_id: string;
  username: string;
  channel_name: string;
  profile_key: string | null;
};

/** The first referral of a person counts; later ones change nothing. @returns whether it is the first */
export async function insertReferral(
  sql: Sql,
  referral: { referredId: string; earnerId: string; code: string; joinedAt: Date; signals?: readonly string[] },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await sql
    .insertInto("referrals")
    .values({
      referred_id: referral.referredId,
      earner_id: referral.earnerId,
      code: referral.code,
      joined_at: referral.joinedAt,
      referred_name: raw<string>`(select lower(username) from accounts where id = ${referral.referredId})`,
      ...(referral.signals ? { signals: [...referral.signals] } : {}),
    })
    .onConflict((conflict) => conflict.column("referred_id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Of an erased person, whom no search finds. */
export async function eraseReferredName(sql: Sql, referredId: string): Promise<void> {
  await sql.updateTable("referrals").set({ referred_name: null }).where("referred_id", "=", referredId).execute();
}

/** @returns the code entered at sign-up, as typed */
export async function selectTypedCode(sql: Sql, accountId: string): Promise<string | null> {
  const row = await sql.selectFrom("accounts").select("referral_code").where("id", "=", accountId).executeTakeFirst();
  return row?.referral_code ?? null;
}

type ReferralRow = ReferrerStatus & {
  earner_id: string;
  stage: ReferralStage;
  signals: string[];
  /** The payout that carries the reward. */
  payout_id: string | null;
  /** Null: it is not credited, or was before this was stored. */
  earned_by: ReferralTrigger | null;
  credited_at: Date | null;
  /** `cleared`: staff have decided. Null: there was nothing to review. */
  review: "open" | "cleared" | null;
};

/** Locks the row, so that the second of two concurrent changes sees the first. */
export async function lockReferral(sql: Sql, referredId: string): Promise<ReferralRow | null> {
  const { rows } = await raw<ReferralRow>`
    select r.earner_id, r.stage, r.signals, r.payout_id, r.earned_by, r.credited_at, r.review, ${REFERRER_STATUS}
    from referrals r
    join accounts e on e.id = r.earner_id
    left join channels c on c.owner_id = e.id
    left join referral_codes l on l.code = r.code
    where r.referred_id = ${referredId} for update of r`.execute(sql);
  return rows[0] ?? null;
}

/** A payment of the account `a` for a plan, neither refunded nor about to be. */
export const HAS_PAID = raw<boolean>`exists (
    select from invoices i join subscriptions s on s.id = i.subscription_id and s.refund_requested_at is null
      and s.abandoned_at is null and s.current_period_start is not null
    where i.account_id = a.id
      and i.total_cents > coalesce((select sum(f.amount_cents) from refunds f where f.invoice_id = i.id), 0)
  )`;

/** Whether a referred person has verified their address, or paid. */
export async function hasDone(sql: Sql, referredId: string, trigger: ReferralTrigger): Promise<boolean> {
  const { rows } = await raw`
    select from accounts a
    where a.id = ${referredId} and ${trigger === "verified" ? raw`a.email_verified_at is not null` : HAS_PAID}`.execute(
    sql,
  );
  return rows.length === 1;
}

export async function markPending(
  sql: Sql,
  referredId: string,
  credit: { at: Date; earnedBy: ReferralTrigger; pendingDays: number; signals: readonly string[] },
): Promise<void> {
  await raw`
    update referrals set stage = 'pending', credited_at = ${credit.at}, earned_by = ${credit.earnedBy},
      available_at = ${credit.at}::timestamptz + make_interval(days => ${credit.pendingDays}),
      signals = ${credit.signals}::text[], review = ${credit.signals.length > 0 ? "open" : null}
    where referred_id = ${referredId}`.execute(sql);
}

/** Marks a referral that will not earn, or no longer earns. @param reason shown to the earner */
export async function closeReferral(
  sql: Sql,
  referredId: string,
  stage: "ineligible" | "reversed",
  reason: string,
): Promise<void> {
  await raw`
    update referrals set stage = ${stage}, reason = ${reason},
      review = case when review = 'open' then 'cleared' else review end,
      reviewed_at = case when review is not null then now() end
    where referred_id = ${referredId}`.execute(sql);
}

/** Pending referrals that are due and not under review. @param after the last id of the previous page */
export async function selectDueReferrals(
  sql: Sql,
  now: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await raw<{ referred_id: string }>`
    select referred_id from referrals
    where stage = 'pending' and available_at <= ${now} and review is distinct from 'open'
      and (${after}::uuid is null or referred_id > ${after}::uuid)
    order by referred_id limit ${limit}`.execute(sql);
  return rows.map((row) => row.referred_id);
}

/** Skips referrals that are no longer due, or locked by another transaction. @returns those that became available */
export async function markAvailable(
  sql: Sql,
  referredIds: readonly string[],
  now: Date,
): Promise<{ referredId: string; earnerId: string }[]> {
  const { rows } = await raw<{ referredId: string; earnerId: string }>`
    update referrals set stage = 'available'
    where referred_id in (
      select referred_id from referrals
      where referred_id = any(${referredIds}::uuid[])
        and stage = 'pending' and available_at <= ${now} and review is distinct from 'open'
      order by referred_id for update skip locked)
    returning referred_id as "referredId", earner_id as "earnerId"`.execute(sql);
  return rows;
}

export async function openReview(sql: Sql, referredId: string, signals: readonly string[]): Promise<void> {
  await sql
    .updateTable("referrals")
    .set({ review: "open", signals: [...signals] })
    .where("referred_id", "=", referredId)
    .execute();
}

/** @returns the earner; null: it was not under review */
export async function closeReview(sql: Sql, referredId: string): Promise<string | null> {
  const { rows } = await raw<{ earner_id: string }>`
    update referrals set review = 'cleared', reviewed_at = now() where referred_id = ${referredId} and review = 'open'
    returning earner_id`.execute(sql);
  return rows[0]?.earner_id ?? null;
}

export async function selectTrigger(sql: Sql): Promise<ReferralTrigger> {
  const row = await sql.selectFrom("referral_settings").select("referral_trigger").executeTakeFirstOrThrow();
  // A constraint allows nothing else.
  return row.referral_trigger as ReferralTrigger;
}

/** As `selectTrigger`, locked until the end of the transaction. */
export async function lockTrigger(tx: Sql): Promise<ReferralTrigger> {
  const row = await tx.selectFrom("referral_settings").select("referral_trigger").forUpdate().executeTakeFirstOrThrow();
  return row.referral_trigger as ReferralTrigger;
}

export async function selectTriggerChange(sql: Sql): Promise<Date> {
  return (await sql.selectFrom("referral_settings").select("updated_at").executeTakeFirstOrThrow()).updated_at;
}

export async function updateTrigger(sql: Sql, trigger: ReferralTrigger): Promise<void> {
  await sql.updateTable("referral_settings").set({ referral_trigger: trigger, updated_at: raw<Date>`now()` }).execute();
}

/** `label` is null for the first link. */
export type NewLink = { earnerId: string; label: string | null; createdAt?: Date };

/**
 * Never replaces a code.
 * @returns null if the code is somebody else's, or the earner has a first link, or an active one with this label
 */
export async function insertCode(
  sql: Sql,
  { code, earnerId: earner_id, label, createdAt: created_at }: NewLink & { code: string },
): Promise<string | null> {
  const row = await sql
    .insertInto("referral_codes")
    .values({ code, earner_id, label, ...(created_at && { created_at }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("code")
    .executeTakeFirst();
  return row?.code ?? null;
}

/** @returns the code of the first link */
export async function selectCodeOf(sql: Sql, earnerId: string): Promise<string | null> {
  const row = await sql
    .selectFrom("referral_codes")
    .select("code")
    .where("earner_id", "=", earnerId)
    .where("label", "is", null)
    .executeTakeFirst();
  return row?.code ?? null;
}

export async function selectLink(sql: Sql, code: string): Promise<ReferralLinkRow | null> {
  const { rows } = await raw<ReferralLinkRow>`
    select l.earner_id, c.id as channel_id, e.username, c.name as channel_name, c.profile_key, ${REFERRER_STATUS}
    from referral_codes l
    join accounts e on e.id = l.earner_id
    join channels c on c.owner_id = e.id
    where l.code = ${code}`.execute(sql);
  return rows[0] ?? null;
}

/** Locks the people whose rewards are available and in no payout. */
export async function lockPayable(
  sql: Sql,
  earnerIds: readonly string[],
): Promise<{ referredId: string; earnerId: string }[]> {
  const { rows } = await raw<{ referredId: string; earnerId: string }>`
    select referred_id as "referredId", earner_id as "earnerId" from referrals
    where earner_id = any(${earnerIds}::uuid[]) and stage = 'available' and payout_id is null
    order by referred_id for update`.execute(sql);
  return rows;
}

/** Puts rewards into payouts. */
export async function assignToPayouts(
  sql: Sql,
  rewards: readonly { referredId: string; payoutId: string }[],
): Promise<void> {
  await raw`
    update referrals r set payout_id = m.payout_id
    from unnest(
      ${rewards.map((one) => one.referredId)}::uuid[], ${rewards.map((one) => one.payoutId)}::uuid[]
    ) m (referred_id, payout_id)
    where r.referred_id = m.referred_id`.execute(sql);
}

export async function markReferralsPaid(sql: Sql, payouts: readonly { id: string; at: Date }[]): Promise<void> {
  await raw`
    update referrals r set stage = 'paid', paid_at = m.at
    from unnest(
      ${payouts.map((one) => one.id)}::uuid[], ${payouts.map((one) => one.at.toISOString())}::timestamptz[]
    ) m (payout_id, at)
    where r.payout_id = m.payout_id and r.stage = 'available'`.execute(sql);
}

/** Their rewards are available again. @returns whose payment was refunded while the reward was in the payout */
export async function removeFromPayouts(sql: Sql, payoutIds: readonly string[]): Promise<string[]> {
  const { rows } = await raw<{ referred_id: string; is_refunded: boolean }>`
    update referrals set stage = 'available', paid_at = null, payout_id = null
    where payout_id = any(${payoutIds}::uuid[]) and stage in ('available', 'paid')
    returning referred_id, refunded_at is not null as is_refunded`.execute(sql);
  return rows.filter((row) => row.is_refunded).map((row) => row.referred_id);
}

export async function markRefunded(sql: Sql, referredId: string, at: Date): Promise<void> {
  await sql.updateTable("referrals").set({ refunded_at: at }).where("referred_id", "=", referredId).execute();
}
