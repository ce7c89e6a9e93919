import type { ReferralStage } from "@app/contract/referrals";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";
import { HAS_PAID } from "./referrals.sql.ts";

export type ReviewRow = {
  id: string;
  username: string | null;
  earner: string | null;
  stage: ReferralStage;
  joined_at: Date;
  credited_at: Date | null;
  available_at: Date | null;
  amount_cents: number;
  signals: string[];
  reason: string | null;
  is_open: boolean;
  is_in_payout: boolean;
  earner_referrals: number;
  earner_flagged: number;
  sorted_at: string;
};

/** An earner's other referrals are counted up to here. */
const COUNTED_MAX = 1_000;

const SORTED_BY = { open: raw`r.credited_at`, decided: raw`coalesce(r.reviewed_at, r.credited_at)` };

const FLAGGED = {
  open: raw`r.review = 'open'`,
  decided: raw`r.review = 'cleared' and r.signals <> '{}'`,
};

/** Open ones with the oldest reward first, decided ones with the newest decision first. */
export async function selectFlagged(
  sql: Sql,
  state: "open" | "decided",
  range: PageRange,
): Promise<(ReviewRow & { position: Position })[]> {
  const sortedBy = SORTED_BY[state];
  const [at, id] = range.after ?? [null, null];
  const [order, beyond] = state === "open" ? [raw`asc`, raw`>`] : [raw`desc`, raw`<`];
  const { rows } = await raw<ReviewRow>`
    select r.referred_id as id, case when a.erased_at is null then a.username end as username,
      case when b.erased_at is null then b.username end as earner, r.stage, r.joined_at, r.credited_at, r.available_at,
      (
        select coalesce(sum(e.amount_cents), 0)::bigint
        from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts l on l.id = e.account_id and l.owner_id = r.earner_id
        where t.referred_id = r.referred_id and t.kind in ('credit', 'release', 'reversal')
      ) as amount_cents,
      r.signals, r.reason, r.review = 'open' as is_open, r.payout_id is not null as is_in_payout,
      (select count(*) from (
        select from referrals o where o.earner_id = r.earner_id limit ${COUNTED_MAX}) others) as earner_referrals,
      (select count(*) from (
        select from referrals o where o.earner_id = r.earner_id and o.signals <> '{}' limit ${COUNTED_MAX}
      ) others) as earner_flagged,
      ${sortedBy}::text as sorted_at
    from referrals r join accounts a on a.id = r.referred_id join accounts b on b.id = r.earner_id
    where ${FLAGGED[state]} and r.credited_at is not null
      and (${at}::timestamptz is null or (${sortedBy}, r.referred_id) ${beyond} (${at}::timestamptz, ${id}::uuid))
    order by ${sortedBy} ${order}, r.referred_id ${order}
    limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: [row.sorted_at, row.id] }));
}

export async function countFlagged(sql: Sql, state: "open" | "decided", limit: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (
      select from referrals r where ${FLAGGED[state]} and r.credited_at is not null limit ${limit}) flagged`.execute(
    sql,
  );
  return rows[0]?.total ?? 0;
}

export type MissedRow = {
  id: string;
  is_verified: boolean;
  is_recent: boolean;
  is_referred: boolean;
  /** A payment that is neither refunded nor about to be. */
  has_paid: boolean;
};

/** The person whom staff name, if they are still there. */
export async function selectMissed(sql: Sql, username: string, since: Date): Promise<MissedRow | null> {
  const { rows } = await raw<MissedRow>`
    select a.id, a.email_verified_at is not null as is_verified, a.created_at >= ${since} as is_recent,
      exists (select from referrals r where r.referred_id = a.id) as is_referred,
      ${HAS_PAID} as has_paid
    from accounts a where a.username_key = ${username} and a.erased_at is null`.execute(sql);
  return rows[0] ?? null;
}

type FraudSignalsRow = {
  /** Canonical, as `earner_email`. */
  own_email: string;
  earner_email: string;
  mailbox: boolean;
  /** The owner of the mailbox took over a sign-up that somebody else began. */
  claimed: boolean;
  device: boolean;
  accounts_on_device: number;
  address: boolean;
  phone: boolean;
  ssn: boolean;
  card: boolean;
  credited_today: number;
};

/** This machine, or everybody behind a proxy that is missing from `TRUST_PROXY`. The last one is of earlier releases. */
const LOOPBACK_PREFIXES = ["127.0.0.0/24", "0:0:0::/48", "::1::/48"];
/** Two people of a team may share an IP address; with three, the referral is reviewed. */
const REFERRED_PER_ADDRESS = 3;
/** The latest ones, so that sign-ups stay fast for an earner with a hundred thousand referrals. */
const REFERRED_COMPARED = 1_000;

/** Counting stops here, so that sign-ups stay fast on a library computer. */
const ACCOUNTS_COUNTED = 20;

/**
 * Compares a new person with the earner and the people the earner referred before. The device is only known after the
 * first sign-in.
 */
export async function selectFraudSignals(
  sql: Sql,
  referral: { referredId: string; earnerId: string; at: Date },
): Promise<FraudSignalsRow> {
  const { referredId, earnerId, at } = referral;
  const { rows } = await raw<FraudSignalsRow>`
    with related as materialized (
      (
        select referred_id as account_id from referrals
        where earner_id = ${earnerId} and referred_id <> ${referredId}
        order by joined_at desc limit ${REFERRED_COMPARED}
      )
      union all select ${earnerId}::uuid
    ), own as materialized (
      select client_id, address_prefix from devices where account_id = ${referredId}
    )
    select
      (select canonical_email(email_key) from accounts where id = ${referredId}) as own_email,
      (select canonical_email(email_key) from accounts where id = ${earnerId}) as earner_email,
      exists (select from accounts where id = ${referredId} and claimed_at is not null) as claimed,
      exists (
        select from accounts me join accounts a on canonical_email(a.email_key) = canonical_email(me.email_key)
        join related on related.account_id = a.id
        where me.id = ${referredId}
      ) as mailbox,
      (
        select count(*) from (
          select distinct d.account_id from own join devices d on d.client_id = own.client_id limit ${ACCOUNTS_COUNTED}
        ) accounts_of_devices
      ) as accounts_on_device,
      exists (
        select from own join devices d on d.client_id = own.client_id join related on related.account_id = d.account_id
      ) as device,
      coalesce((
        select bool_or(d.account_id = ${earnerId}) or count(distinct d.account_id) >= ${REFERRED_PER_ADDRESS}
        from related join devices d on d.account_id = related.account_id
        join own on own.address_prefix = d.address_prefix
        where own.address_prefix <> all(${LOOPBACK_PREFIXES}::text[])
      ), false) as address,
      exists (
        select from accounts me join accounts a on a.phone = me.phone join related on related.account_id = a.id
        where me.id = ${referredId}
      ) as phone,
      exists (
        select from earner_profiles me join earner_profiles p on p.ssn_hash = me.ssn_hash
        join related on related.account_id = p.account_id
        where me.account_id = ${referredId}
      ) as ssn,
      exists (
        select from payment_methods me join payment_methods p on p.fingerprint = me.fingerprint
        join related on related.account_id = p.account_id
        where me.account_id = ${referredId}
      ) as card,
      (
        select count(*) from referrals
        where earner_id = ${earnerId} and referred_id <> ${referredId}
          and credited_at > ${at}::timestamptz - interval '1 day' and credited_at <= ${at}
      ) as credited_today`.execute(sql);
  const [row] = rows;
  if (!row) throw new Error("a select without a table gave no row");
  return row;
}
