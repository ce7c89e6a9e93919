import { MOVEMENTS, type Movement } from "@app/contract/earnings";
import { type RawBuilder, sql as raw } from "kysely";
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

export type LineRow = { on: string; movement: Movement; count: number; amount_cents: number; effect_cents: number };

/** A line for each day of a month, or for each month of a year. */
export type LinesBy = "day" | "month";
const FORMATS = { day: "YYYY-MM-DD", month: "YYYY-MM" } as const;

/**
 * An earner's movements of a period, added up by day or month. Each movement is counted by its entry that takes from the
 * earner or gives to them; between two of their accounts, by the one that receives. Its effect is the sum of its entries
 * in the accounts that make up the balance. Within an hour, in the order in which money moves.
 */
export async function selectLines(
  sql: Sql,
  earnerId: string,
  { from, to, timeZone, by }: Period & { timeZone: string; by: LinesBy },
): Promise<LineRow[]> {
  const local = (moment: RawBuilder<unknown> | Date) => raw`${moment}::timestamptz at time zone ${timeZone}::text`;
  const unit = raw`${`1 ${by}`}::interval`;
  const isCounted = raw`h.cents > 0 or h.kind = 'reversal'`;
  const { rows } = await raw<LineRow>`
    select to_char(first, ${FORMATS[by]}) as on, h.kind as movement,
      sum(h.transfers) filter (where ${isCounted})::int as count,
      sum(abs(h.cents)) filter (where ${isCounted})::bigint as amount_cents,
      coalesce(sum(h.cents) filter (where a.kind <> 'paid'), 0)::bigint as effect_cents
    from generate_series(${local(from)}, ${local(to)} - ${unit}, ${unit}) first
      join ledger_accounts a on a.owner_id = ${earnerId}
      join ledger_hours h on h.account_id = a.id and h.hour >= first at time zone ${timeZone}::text
        and h.hour < (first + ${unit}) at time zone ${timeZone}::text
    group by first, h.kind order by first, min(h.hour), array_position(${[...MOVEMENTS]}::text[], h.kind)`.execute(sql);
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
