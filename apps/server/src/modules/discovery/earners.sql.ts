import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import { emptyList } from "./discovery.sql.ts";

/** Who may stand in a list of earners: shown, with a plan, and not asked to be left out. */
const LISTED_EARNERS = raw`
  listed_earners as (
    select c.id, c.owner_id, c.subscriber_count
    from channels c join accounts a on a.id = c.owner_id
      left join privacy_settings p on p.account_id = a.id
    where a.plan is not null and a.erased_at is null and c.hidden_at is null
      and not coalesce(p.is_hidden_from_lists, false)
  )`;

/** What was credited and not taken back. */
const EARNED = raw`r.stage in ('pending', 'available', 'paid')`;

/** By what was earned of all time, then followers, then id. */
export async function replaceTopEarners(sql: Sql, limit: number, rewardCents: number): Promise<void> {
  await emptyList(sql, "top_earners");
  await raw`
    with ${LISTED_EARNERS},
    earned as (
      select r.earner_id, count(*) as referrals from referrals r where ${EARNED} group by r.earner_id
    ),
    best as (
      select e.id, coalesce(w.referrals, 0) * ${rewardCents}::bigint as total_cents, e.subscriber_count
      from listed_earners e left join earned w on w.earner_id = e.owner_id
      order by total_cents desc, e.subscriber_count desc, e.id
      limit ${limit}
    )
    insert into top_earners (position, channel_id, total_cents)
    select row_number() over (order by total_cents desc, subscriber_count desc, id), id, total_cents
    from best`.execute(sql);
}

/**
 * By what was credited since Monday 00:00 in `timeZone`, then followers, then id; and the same of the week before,
 * for while nobody of this one can be shown. `limit` of each. An hour before a Monday's midnight is the week before, whatever the clocks do.
 */
export async function replaceWeeklyEarners(
  sql: Sql,
  week: { limit: number; rewardCents: number; now: Date; timeZone: string },
): Promise<void> {
  await emptyList(sql, "weekly_earners");
  await raw`
    with ${LISTED_EARNERS},
    week as (
      select now, date_trunc('week', now, ${week.timeZone}) as starts_at,
        date_trunc('week', date_trunc('week', now, ${week.timeZone}) - interval '1 hour', ${week.timeZone}) as before_at
      from (select ${week.now.toISOString()}::timestamptz as now) clock
    ),
    counted as (
      select e.id, e.subscriber_count, r.credited_at < week.starts_at as is_last_week, count(*) as referrals
      from week join referrals r on r.credited_at >= week.before_at and r.credited_at <= week.now
        join listed_earners e on e.owner_id = r.earner_id
      where ${EARNED}
      group by e.id, e.subscriber_count, is_last_week
    ),
    ranked as (
      select *, row_number() over (
        partition by is_last_week order by referrals desc, subscriber_count desc, id) as place
      from counted
    )
    insert into weekly_earners (position, channel_id, referrals, total_cents, is_last_week)
    select row_number() over (order by is_last_week, place), id, referrals,
      referrals * ${week.rewardCents}::bigint, is_last_week
    from ranked where place <= ${week.limit}`.execute(sql);
}
