import type { COUNTERS, GAUGES } from "@app/contract/console";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import { WAITS_FOR_APPROVAL } from "../comments/comments.sql.ts";

type Counter = (typeof COUNTERS)[number];
type Gauge = (typeof GAUGES)[number];

export type DailyFigure = { name: string; day: string; value: number };

/** Each reads an index on its time, from `since` on. */
const COUNTER_ROWS: Record<Counter, (since: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  people: (since) => raw`select created_at as at, 1 as n from accounts where created_at >= ${since}`,
  uploads: (since) => raw`select created_at as at, 1 as n from contents where created_at >= ${since}`,
  views: (since) => raw`select hour as at, views as n from content_hourly_stats where hour >= ${since}`,
  referrals: (since) => raw`select joined_at as at, 1 as n from referrals where joined_at >= ${since}`,
};

const GAUGE_VALUES: Record<Gauge, RawBuilder<unknown>> = {
  // Starting from each account's checkpoint.
  owed_cents: raw`
    select coalesce(sum(coalesce(c.balance_cents, 0) + coalesce(since.cents, 0)), 0)
    from ledger_accounts a left join ledger_checkpoints c on c.account_id = a.id
      cross join lateral (
        select sum(e.amount_cents) as cents from ledger_entries e
        where e.account_id = a.id and e.position > coalesce(c.up_to, 0)) since
    where a.kind in ('pending', 'available', 'in_transit')`,
  reports: raw`select count(*) from report_cases where decided_at is null`,
  appeals: raw`select count(*) from report_cases where appealed_at is not null and appeal_decided_at is null`,
  held_comments: raw`
    select count(*) from comments m join contents i on i.id = m.content_id where ${WAITS_FOR_APPROVAL}`,
  flagged_referrals: raw`select count(*) from referrals where review = 'open' and credited_at is not null`,
  failed_jobs: raw`
    select count(*) from graphile_worker._private_jobs where locked_at is null and attempts >= max_attempts`,
  storage_bytes: raw`
    select (select coalesce(sum(original_bytes), 0) from contents)
      + (select coalesce(sum(u.size_bytes), 0) from uploads u
         where not exists (select from contents i where i.upload_id = u.id))`,
};

/** @returns the last day that was measured; null: none */
export async function selectLastDay(sql: Sql): Promise<string | null> {
  const { rows } = await raw<{ day: string | null }>`select max(day) as day from daily_figures`.execute(sql);
  return rows[0]?.day ?? null;
}

/** @param from the first day to count again */
export async function upsertCounter(
  sql: Sql,
  counter: Counter,
  { from, timeZone }: { from: string; timeZone: string },
): Promise<void> {
  const since = raw`(${from}::date::timestamp at time zone ${timeZone})`;
  await raw`
    insert into daily_figures (name, day, value)
    select ${counter}, (at at time zone ${timeZone})::date, sum(n) from (${COUNTER_ROWS[counter](since)}) happened group by 2
    on conflict (name, day) do update set value = excluded.value, measured_at = excluded.measured_at`.execute(sql);
}

export async function upsertGauge(sql: Sql, gauge: Gauge, today: string): Promise<void> {
  await raw`
    insert into daily_figures (name, day, value) select ${gauge}, ${today}::date, (${GAUGE_VALUES[gauge]})
    on conflict (name, day) do update set value = excluded.value, measured_at = excluded.measured_at`.execute(sql);
}

export async function selectFigures(
  sql: Sql,
  since: string,
): Promise<{ figures: DailyFigure[]; measuredAt: Date | null }> {
  const { rows } = await raw<DailyFigure & { measured_at: Date }>`
    select name, day, value, measured_at from daily_figures where day >= ${since}::date order by name, day`.execute(
    sql,
  );
  const measuredAt = rows.reduce<Date | null>(
    (last, { measured_at }) => (last === null || measured_at > last ? measured_at : last),
    null,
  );
  return { figures: rows, measuredAt };
}
