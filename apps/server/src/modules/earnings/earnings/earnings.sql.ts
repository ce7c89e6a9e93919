import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type StageCounts = {
  joined: number;
  pending: number;
  available: number;
  paid: number;
  ineligible: number;
  reversed: number;
  next_available_at: Date | null;
};

export async function countStages(sql: Sql, earnerId: string): Promise<StageCounts> {
  const { rows } = await raw<StageCounts>`
    select count(*) filter (where stage = 'joined') as joined,
      count(*) filter (where stage = 'pending') as pending,
      count(*) filter (where stage = 'available') as available,
      count(*) filter (where stage = 'paid') as paid,
      count(*) filter (where stage = 'ineligible') as ineligible,
      count(*) filter (where stage = 'reversed') as reversed,
      min(available_at) filter (where stage = 'pending' and review is distinct from 'open') as next_available_at
    from referrals where earner_id = ${earnerId}`.execute(sql);
  const [counts] = rows;
  if (!counts) throw new Error("an aggregate gave no row");
  return counts;
}

export type MonthRow = { month: string; value: number };

/** What the ledger's entries have left of each reward, by the month of its credit; months without any have no row. */
export async function sumCreditsByMonth(
  sql: Sql,
  earnerId: string,
  from: { firstMonth: string; timeZone: string },
): Promise<MonthRow[]> {
  const { rows } = await raw<MonthRow>`
    select to_char(r.credited_at at time zone ${from.timeZone}::text, 'YYYY-MM') as month,
      sum(e.amount_cents)::bigint as value
    from referrals r
      join ledger_transfers t on t.referred_id = r.referred_id and t.kind in ('credit', 'release', 'reversal')
      join ledger_entries e on e.transfer_id = t.id
      join ledger_accounts a on a.id = e.account_id and a.owner_id = r.earner_id
    where r.earner_id = ${earnerId}
      and r.credited_at >= (${`${from.firstMonth}-01`}::date)::timestamp at time zone ${from.timeZone}::text
    group by 1`.execute(sql);
  return rows;
}

/** People by the month in which they joined, whatever became of it. */
export async function countJoinedByMonth(
  sql: Sql,
  earnerId: string,
  from: { firstMonth: string; timeZone: string },
): Promise<MonthRow[]> {
  const { rows } = await raw<MonthRow>`
    select to_char(joined_at at time zone ${from.timeZone}::text, 'YYYY-MM') as month, count(*) as value
    from referrals
    where earner_id = ${earnerId}
      and joined_at >= (${`${from.firstMonth}-01`}::date)::timestamp at time zone ${from.timeZone}::text
    group by 1`.execute(sql);
  return rows;
}

export async function selectChannelOwner(sql: Sql, channelId: string): Promise<string | null> {
  const row = await sql.selectFrom("channels").select("owner_id").where("id", "=", channelId).executeTakeFirst();
  return row?.owner_id ?? null;
}
