import type { Movement } from "@app/contract/statements";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type Period = { from: Date; to: Date };

/** What completes a period to its first day, and how long it is; by the period's number of characters. */
const PERIODS: Readonly<Record<number, { rest: string; length: string }>> = {
  4: { rest: "-01-01", length: "1 year" },
  7: { rest: "-01", length: "1 month" },
  10: { rest: "", length: "1 day" },
};

/** The first moments of a period and of the next one, in a time zone. @param period YYYY, YYYY-MM or YYYY-MM-DD */
export async function selectPeriod(sql: Sql, period: string, timeZone: string): Promise<Period> {
  const unit = PERIODS[period.length];
  if (!unit) throw new RangeError(`${period} is no period`);
  const first = `${period}${unit.rest}`;
  const { rows } = await raw<Period>`
    select ${first}::timestamp at time zone ${timeZone}::text as from,
      (${first}::timestamp + ${unit.length}::interval) at time zone ${timeZone}::text as to`.execute(sql);
  const [found] = rows;
  if (!found) throw new Error("a select without a table gave no row");
  return found;
}

export type LineRow = { on: string; movement: Movement; count: number; amount_cents: number };

/**
 * An earner's movements of a period, added up by day or month. Each movement is counted by its entry that takes from the
 * earner or gives to them; between two of their accounts, by the one that receives.
 */
export async function selectLines(
  sql: Sql,
  earnerId: string,
  { from, to, timeZone, format }: Period & { timeZone: string; format: "YYYY-MM-DD" | "YYYY-MM" },
): Promise<LineRow[]> {
  const { rows } = await raw<LineRow>`
    select to_char(e.effective_at at time zone ${timeZone}::text, ${format}) as on, t.kind as movement,
      count(*) as count, sum(abs(e.amount_cents))::bigint as amount_cents
    from ledger_accounts a
      join ledger_entries e on e.account_id = a.id
      join ledger_transfers t on t.id = e.transfer_id
    where a.owner_id = ${earnerId} and e.effective_at >= ${from} and e.effective_at < ${to}
      and (e.amount_cents > 0 or t.kind = 'reversal')
    group by 1, 2 order by min(e.effective_at), 2`.execute(sql);
  return rows;
}

/** Months with movements, newest first, as YYYY-MM. */
export async function selectMonths(sql: Sql, earnerId: string, timeZone: string, limit: number): Promise<string[]> {
  const { rows } = await raw<{ month: string }>`
    with bounds as (
      select min(first.at) as first, max(last.at) as last from ledger_accounts a
        cross join lateral (
          select effective_at as at from ledger_entries where account_id = a.id order by effective_at limit 1) first
        cross join lateral (
          select effective_at as at from ledger_entries where account_id = a.id order by effective_at desc limit 1) last
      where a.owner_id = ${earnerId}
    )
    select to_char(month, 'YYYY-MM') as month
    from bounds cross join lateral generate_series(
      date_trunc('month', first at time zone ${timeZone}::text), last at time zone ${timeZone}::text, interval '1 month'
    ) month
    where exists (
      select from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.owner_id = ${earnerId} and e.effective_at >= month at time zone ${timeZone}::text
        and e.effective_at < (month + interval '1 month') at time zone ${timeZone}::text)
    order by 1 desc limit ${limit}`.execute(sql);
  return rows.map((row) => row.month);
}
