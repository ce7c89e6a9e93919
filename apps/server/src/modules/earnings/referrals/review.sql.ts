import type { ReferralStage } from "@app/contract/referrals";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

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

const FLAGGED = {
  open: raw`r.review = 'open'`,
  decided: raw`r.review = 'cleared' and r.signals <> '{}'`,
};

/** Open ones oldest first, decided ones newest first. */
export async function selectFlagged(
  sql: Sql,
  state: "open" | "decided",
  range: PageRange,
): Promise<(ReviewRow & { position: Position })[]> {
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
      r.credited_at::text as sorted_at
    from referrals r join accounts a on a.id = r.referred_id join accounts b on b.id = r.earner_id
    where ${FLAGGED[state]} and r.credited_at is not null
      and (${at}::timestamptz is null or (r.credited_at, r.referred_id) ${beyond} (${at}::timestamptz, ${id}::uuid))
    order by r.credited_at ${order}, r.referred_id ${order}
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

export type MissedRow = { id: string; is_verified: boolean; is_recent: boolean; is_referred: boolean };

/** The person whom staff name, if they are still there. */
export async function selectMissed(sql: Sql, username: string, since: Date): Promise<MissedRow | null> {
  const { rows } = await raw<MissedRow>`
    select a.id, a.email_verified_at is not null as is_verified, a.created_at >= ${since} as is_recent,
      exists (select from referrals r where r.referred_id = a.id) as is_referred
    from accounts a where a.username_key = ${username} and a.erased_at is null`.execute(sql);
  return rows[0] ?? null;
}
