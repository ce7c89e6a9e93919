import type { Movement } from "@app/contract/earnings";
import type { ReferralStage } from "@app/contract/referrals";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

type StageCounts = Record<ReferralStage, number> & { next_available_at: Date | null };

type MonthRow = { month: string; value: number };

export type AccountKind = "expense" | "pending" | "available" | "in_transit" | "paid";

export type TransferRow = {
  id: string;
  kind: Movement;
  /** Null for payouts. */
  referredId: string | null;
  /** Null for rewards. */
  payoutId: string | null;
  fromId: string;
  toId: string;
  amountCents: number;
  /** When the money moves, which may be earlier than now. */
  effectiveAt: Date;
};

export async function insertEarnerAccounts(sql: Sql, earnerIds: readonly string[]): Promise<void> {
  await raw`
    insert into ledger_accounts (id, kind, owner_id)
    select gen_random_uuid(), kind, owner_id
    from unnest(${earnerIds}::uuid[]) owner_id
      cross join (values ('pending'), ('available'), ('in_transit'), ('paid')) kinds (kind)
    order by owner_id, kind
    on conflict (kind, owner_id) do nothing`.execute(sql);
}

export type LedgerAccountRow = { id: string; kind: string; owner_id: string | null; version: number };

/**
 * The accounts of the earners and of the platform. Those of an earner are locked for one writer at a time. Writers share
 * the lock on the platform's account, and a checkpoint needs an exclusive one: so it never misses an uncommitted entry
 * with a lower position than one it has summed.
 */
export async function lockAccounts(sql: Sql, earnerIds: readonly string[]): Promise<LedgerAccountRow[]> {
  const { rows: own } = await raw<LedgerAccountRow>`
    select id, kind, owner_id, version from ledger_accounts
    where owner_id = any(${earnerIds}::uuid[]) order by id for no key update`.execute(sql);
  const { rows: platform } = await raw<LedgerAccountRow>`
    select id, kind, owner_id, version from ledger_accounts where owner_id is null for share`.execute(sql);
  return [...own, ...platform];
}

/** Writes two entries per transfer, in one statement. */
export async function insertTransfers(sql: Sql, transfers: readonly TransferRow[]): Promise<void> {
  await raw`
    with moved as (
      select * from unnest(
        ${transfers.map((one) => one.id)}::uuid[], ${transfers.map((one) => one.kind)}::text[],
        ${transfers.map((one) => one.referredId)}::uuid[], ${transfers.map((one) => one.payoutId)}::uuid[],
        ${transfers.map((one) => one.fromId)}::uuid[], ${transfers.map((one) => one.toId)}::uuid[],
        ${transfers.map((one) => one.amountCents)}::bigint[],
        ${transfers.map((one) => one.effectiveAt.toISOString())}::timestamptz[]
      ) m (id, kind, referred_id, payout_id, from_id, to_id, amount_cents, effective_at)
    ), made as (
      insert into ledger_transfers (id, kind, referred_id, payout_id, effective_at)
      select id, kind, referred_id, payout_id, effective_at from moved
    )
    insert into ledger_entries (transfer_id, account_id, amount_cents, effective_at)
    select m.id, leg.account_id, leg.amount_cents, m.effective_at
    from moved m cross join lateral (values (from_id, -m.amount_cents), (to_id, m.amount_cents)) leg (account_id, amount_cents)
  `.execute(sql);
}

/** @returns the credited cents by referred person */
export async function selectCredits(sql: Sql, referredIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await raw<{ referred_id: string; cents: number }>`
    select t.referred_id, e.amount_cents as cents
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.amount_cents > 0
    where t.kind = 'credit' and t.referred_id = any(${referredIds}::uuid[])`.execute(sql);
  return new Map(rows.map(({ referred_id, cents }) => [referred_id, cents]));
}

/** Each account `a` with its checkpoint `c`, and `since`, the sum of later entries. */
const ACCOUNTS_WITH_UNSUMMED_ENTRIES = raw`ledger_accounts a
    left join ledger_checkpoints c on c.account_id = a.id
    cross join lateral (
      select sum(e.amount_cents) as cents from ledger_entries e
      where e.account_id = a.id and e.position > coalesce(c.up_to, 0)
    ) since`;

/** Starts from the last checkpoint. Accounts that do not exist yet are left out. */
export async function selectBalances(sql: Sql, earnerId: string): Promise<{ kind: string; balance_cents: number }[]> {
  const { rows } = await raw<{ kind: string; balance_cents: number }>`
    select a.kind, (coalesce(c.balance_cents, 0) + coalesce(since.cents, 0))::bigint as balance_cents
    from ${ACCOUNTS_WITH_UNSUMMED_ENTRIES}
    where a.owner_id = ${earnerId}`.execute(sql);
  return rows;
}

export type AvailableRow = {
  earnerId: string;
  accountId: string;
  /** Changes with every write to the account. */
  version: number;
  cents: number;
};

/** Earners without a ledger account are left out. */
export async function selectAvailable(sql: Sql, earnerIds: readonly string[]): Promise<AvailableRow[]> {
  const { rows } = await raw<AvailableRow>`
    select a.owner_id as "earnerId", a.id as "accountId", a.version,
      (coalesce(c.balance_cents, 0) + coalesce(since.cents, 0))::bigint as cents
    from ${ACCOUNTS_WITH_UNSUMMED_ENTRIES}
    where a.owner_id = any(${earnerIds}::uuid[]) and a.kind = 'available'`.execute(sql);
  return rows;
}

/** Locks those of the accounts that nobody has written to since they were read. @returns their ids */
export async function lockUnchanged(
  sql: Sql,
  accounts: readonly Pick<AvailableRow, "accountId" | "version">[],
): Promise<Set<string>> {
  const { rows } = await raw<{ id: string }>`
    select a.id from ledger_accounts a
      join unnest(
        ${accounts.map((one) => one.accountId)}::uuid[], ${accounts.map((one) => one.version)}::bigint[]
      ) was (id, version) on was.id = a.id and was.version = a.version
    order by a.id for no key update of a`.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The balances before any moment: of the money that had moved by then, whenever we recorded it. Taken back from today's
 * balances, because most statements are of the last months: hour by hour, and within the moment's own hour entry by entry.
 */
export async function selectBalancesBefore(
  sql: Sql,
  earnerId: string,
  moment: Date,
): Promise<{ kind: string; balance_cents: number }[]> {
  const hour = raw`date_trunc('hour', ${moment}::timestamptz, 'UTC')`;
  const { rows } = await raw<{ kind: string; balance_cents: number }>`
    select a.kind, (coalesce(c.balance_cents, 0) + coalesce(since.cents, 0) - coalesce(later.cents, 0)
      - coalesce(within.cents, 0))::bigint as balance_cents
    from ${ACCOUNTS_WITH_UNSUMMED_ENTRIES}
      cross join lateral (
        select sum(h.cents) as cents from ledger_hours h where h.account_id = a.id and h.hour > ${hour}
      ) later
      cross join lateral (
        select sum(e.amount_cents) as cents from ledger_entries e
        where e.account_id = a.id and e.effective_at >= ${moment} and e.effective_at < ${hour} + interval '1 hour'
      ) within
    where a.owner_id = ${earnerId}`.execute(sql);
  return rows;
}

/** @returns what the platform has credited to all earners, less reversals, in cents */
export async function sumExpenses(sql: Sql): Promise<number> {
  const { rows } = await raw<{ cents: number }>`
    select (-sum(coalesce(c.balance_cents, 0) + coalesce(since.cents, 0)))::bigint as cents
    from ${ACCOUNTS_WITH_UNSUMMED_ENTRIES}
    where a.owner_id is null`.execute(sql);
  return rows[0]?.cents ?? 0;
}

/** @param entries at least this many since the last checkpoint */
export async function selectAccountsToCheckpoint(sql: Sql, entries: number): Promise<string[]> {
  const { rows } = await raw<{ account_id: string }>`
    select e.account_id from ledger_entries e
    left join ledger_checkpoints c on c.account_id = e.account_id
    where e.position > coalesce(c.up_to, 0)
    group by e.account_id having count(*) >= ${entries}`.execute(sql);
  return rows.map((row) => row.account_id);
}

/** Waits for writers of this account, and blocks new ones until the end of the transaction. */
export async function lockAccountExclusively(sql: Sql, accountId: string): Promise<void> {
  await sql.selectFrom("ledger_accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}

/** Adds the entries since the previous checkpoint to its balance. */
export async function upsertCheckpoint(sql: Sql, accountId: string): Promise<void> {
  await raw`
    insert into ledger_checkpoints as c (account_id, up_to, balance_cents)
    select ${accountId}::uuid, max(e.position), sum(e.amount_cents)
    from ledger_entries e
    where e.account_id = ${accountId}
      and e.position > coalesce((select up_to from ledger_checkpoints where account_id = ${accountId}), 0)
    having count(*) > 0
    on conflict (account_id) do update
      set up_to = excluded.up_to, balance_cents = c.balance_cents + excluded.balance_cents`.execute(sql);
}

/** Sums of `referral_days`, which triggers keep current. */
export async function countStages(sql: Sql, earnerId: string): Promise<StageCounts> {
  const of = (stage: ReferralStage) => raw`coalesce(sum(people) filter (where stage = ${stage}), 0)::int`;
  const { rows } = await raw<StageCounts>`
    select ${of("joined")} as joined, ${of("pending")} as pending, ${of("available")} as available,
      ${of("paid")} as paid, ${of("ineligible")} as ineligible, ${of("reversed")} as reversed,
      (
        select min(available_at) from referrals
        where earner_id = ${earnerId} and stage = 'pending' and review is distinct from 'open'
      ) as next_available_at
    from referral_days where earner_id = ${earnerId}`.execute(sql);
  const [counts] = rows;
  if (!counts) throw new Error("an aggregate gave no row");
  return counts;
}

type ChartRange = { firstMonth: string; months: number; timeZone: string };

/** Each month `m` with its name, start and end, so that its rows are a range of the index. */
const toMonths = ({ firstMonth, months, timeZone }: ChartRange) => {
  const day = raw`${`${firstMonth}-01`}::timestamp`;
  const after = (count: RawBuilder<unknown>) =>
    raw`(${day} + make_interval(months => ${count})) at time zone ${timeZone}::text`;
  return raw`(
    select to_char(${day} + make_interval(months => n), 'YYYY-MM') as month, ${after(raw`n`)} as from,
      ${after(raw`n + 1`)} as to
    from generate_series(0, ${months}::int - 1) n
  ) m`;
};

/** Rewards less reversals, by the month of the credit. */
export async function sumCreditsByMonth(sql: Sql, earnerId: string, range: ChartRange): Promise<MonthRow[]> {
  const { rows } = await raw<MonthRow>`
    select m.month, (
      select coalesce(sum(h.cents - h.undone_cents), 0)::bigint
      from ledger_accounts a join ledger_hours h on h.account_id = a.id
      where a.owner_id = ${earnerId} and a.kind = 'pending' and h.kind = 'credit'
        and h.hour >= m.from and h.hour < m.to
    ) as value
    from ${toMonths(range)}`.execute(sql);
  return rows;
}

/**
 * Referred people by the month in which they joined, at any stage. Sums whole days, corrected for the parts of its
 * first and last day that belong to other months.
 */
export async function countJoinedByMonth(sql: Sql, earnerId: string, range: ChartRange): Promise<MonthRow[]> {
  const dayOf = (moment: RawBuilder<unknown>) => raw`date_trunc('day', ${moment}, 'UTC')`;
  const joinedUpTo = (moment: RawBuilder<unknown>) => raw`(
    select count(*) from referrals r
    where r.earner_id = ${earnerId} and r.joined_at >= ${dayOf(moment)} and r.joined_at < ${moment})`;
  const { rows } = await raw<MonthRow>`
    select m.month, (
      coalesce((
        select sum(d.people) from referral_days d
        where d.earner_id = ${earnerId} and d.day >= (${dayOf(raw`m.from`)} at time zone 'UTC')::date
          and d.day < (${dayOf(raw`m.to`)} at time zone 'UTC')::date
      ), 0) - ${joinedUpTo(raw`m.from`)} + ${joinedUpTo(raw`m.to`)})::int as value
    from ${toMonths(range)}`.execute(sql);
  return rows;
}

export async function selectChannelOwner(sql: Sql, channelId: string): Promise<string | null> {
  const row = await sql.selectFrom("channels").select("owner_id").where("id", "=", channelId).executeTakeFirst();
  return row?.owner_id ?? null;
}
