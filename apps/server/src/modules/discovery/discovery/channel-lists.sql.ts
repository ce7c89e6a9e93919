import { ATHLETES_MAX, TOP_EARNERS_MAX, WEEKLY_EARNERS_MAX } from "@app/contract/discovery";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { isMinorSql } from "#platform/minors.sql.ts";
import { blocksOf, type Viewer } from "#platform/viewer.ts";
import { emptyList, SPARE } from "./discovery.sql.ts";

/** What the ledger entries leave of a referral's reward: nothing once it was reversed. */
const REWARD_LEFT = raw`
  select sum(e.amount_cents) as cents
  from ledger_transfers t
    join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.owner_id is not null
  where t.referred_id = r.referred_id and t.kind in ('credit', 'release', 'reversal')`;

/** Earners who may be ranked: visible, with a plan, and not opted out. */
const LISTED_EARNERS = raw`
  listed_earners as (
    select c.id, c.owner_id, c.subscriber_count
    from channels c join accounts a on a.id = c.owner_id
      left join privacy_settings p on p.account_id = a.id
    where a.plan is not null and a.erased_at is null and c.hidden_at is null
      and not coalesce(p.is_hidden_from_lists, false)
  )`;

/**
 * `athleteScore` over the last 7 days, for Individuals with a public item; those whom staff pinned come first, and those
 * whom they removed not at all. Ties go by followers, then the newest
 * channel, which also fills the list in a quiet week.
 */
export async function replaceAthletes(sql: Sql, now: Date): Promise<void> {
  await emptyList(sql, "athletes_of_week");
  await raw`
    with week as (
      select now - interval '7 days' as since, date_trunc('hour', now, 'UTC') as hour
      from (select ${now.toISOString()}::timestamptz as now) clock
    ),
    hours as (
      select h.content_id, sum(h.views) as views, sum(h.likes) as likes, sum(h.commenters) as commenters
      from content_hourly_stats h cross join week
      where h.hour > week.hour - interval '7 days' and h.hour <= week.hour
      group by h.content_id
    ),
    seen as (
      select i.channel_id, sum(h.views) as views, sum(h.likes) as likes, sum(h.commenters) as commenters
      from hours h join contents i on i.id = h.content_id
      where i.is_listed
      group by i.channel_id
    ),
    gained as (
      select f.channel_id, count(*) as followers from follows f cross join week
      where f.created_at > week.since group by f.channel_id
    ),
    sent as (
      select i.channel_id, count(*) as uploads from contents i cross join week
      where i.is_listed
        and i.published_at > week.since
      group by i.channel_id
    ),
    scored as (
      select c.id, c.subscriber_count, k.pick is not null as is_pinned,
        (ln(1 + coalesce(s.views, 0)::float8) + 2 * ln(1 + coalesce(g.followers, 0)::float8)
          + 1.5 * ln(1 + coalesce(s.likes, 0)::float8) + 1.5 * ln(1 + coalesce(s.commenters, 0)::float8))
          / ln(2::float8) + 0.5 * least(coalesce(u.uploads, 0), 3) as score
      from channels c join accounts a on a.id = c.owner_id
        left join seen s on s.channel_id = c.id
        left join gained g on g.channel_id = c.id
        left join sent u on u.channel_id = c.id
        left join athlete_picks k on k.channel_id = c.id
      where k.pick is distinct from 'removed' and a.plan = 'Individual' and a.erased_at is null and c.hidden_at is null
        and exists (
          select from contents i
          where i.channel_id = c.id and i.is_listed)
    ),
    best as (
      select * from scored order by is_pinned desc, score desc, subscriber_count desc, id desc limit ${ATHLETES_MAX + SPARE}
    )
    insert into athletes_of_week (position, channel_id, score)
    select row_number() over (order by is_pinned desc, score desc, subscriber_count desc, id desc), id, score
    from best`.execute(sql);
}

/** By all-time earnings minus reversals according to the ledger, then followers, then id. */
export async function replaceTopEarners(sql: Sql): Promise<void> {
  await emptyList(sql, "top_earners");
  await raw`
    with ${LISTED_EARNERS},
    earned as (
      select a.owner_id, sum(coalesce(c.balance_cents, 0) + coalesce(since.cents, 0))::bigint as cents
      from ledger_accounts a
        left join ledger_checkpoints c on c.account_id = a.id
        cross join lateral (
          select sum(e.amount_cents) as cents from ledger_entries e
          where e.account_id = a.id and e.position > coalesce(c.up_to, 0)
        ) since
      where a.owner_id is not null group by a.owner_id
    ),
    best as (
      select e.id, coalesce(w.cents, 0) as total_cents, e.subscriber_count
      from listed_earners e left join earned w on w.owner_id = e.owner_id
      order by total_cents desc, e.subscriber_count desc, e.id
      limit ${TOP_EARNERS_MAX + SPARE}
    )
    insert into top_earners (position, channel_id, total_cents)
    select row_number() over (order by total_cents desc, subscriber_count desc, id), id, total_cents
    from best`.execute(sql);
}

/**
 * By earnings credited since Monday 00:00 in `timeZone`, minus reversals, according to the ledger; then followers, then
 * id. Also ranks the previous week, for when nobody of this week can be shown. The previous
 * week is that of the hour before Monday midnight, so that clock changes do not matter.
 */
export async function replaceWeeklyEarners(sql: Sql, week: { now: Date; timeZone: string }): Promise<void> {
  await emptyList(sql, "weekly_earners");
  await raw`
    with ${LISTED_EARNERS},
    week as (
      select now, date_trunc('week', now, ${week.timeZone}) as starts_at,
        date_trunc('week', date_trunc('week', now, ${week.timeZone}) - interval '1 hour', ${week.timeZone}) as before_at
      from (select ${week.now.toISOString()}::timestamptz as now) clock
    ),
    credited as (
      select e.id, e.subscriber_count, r.credited_at < week.starts_at as is_last_week, reward.cents
      from week join referrals r on r.credited_at >= week.before_at and r.credited_at <= week.now
        join listed_earners e on e.owner_id = r.earner_id
        cross join lateral (${REWARD_LEFT}) reward
    ),
    counted as (
      select id, subscriber_count, is_last_week, count(*) as referrals, sum(cents)::bigint as total_cents
      from credited where cents > 0
      group by id, subscriber_count, is_last_week
    ),
    ranked as (
      select *, row_number() over (
        partition by is_last_week order by total_cents desc, subscriber_count desc, id) as place
      from counted
    )
    insert into weekly_earners (position, channel_id, referrals, total_cents, is_last_week)
    select row_number() over (order by is_last_week, place), id, referrals, total_cents, is_last_week
    from ranked where place <= ${WEEKLY_EARNERS_MAX + SPARE}`.execute(sql);
}

/** A channel in a list, and whether the viewer follows it. */
export type ChannelCardRow = {
  id: string;
  owner_id: string;
  name: string;
  username: string;
  full_name: string;
  profile_key: string | null;
  cover_key: string | null;
  subscriber_count: number;
  content_count: number;
  following: boolean;
};

export type EarnerRow = ChannelCardRow & { total_cents: number };
export type WeeklyEarnerRow = ChannelCardRow & {
  total_cents: number;
  referrals: number;
  is_last_week: boolean;
  /** A minor who has not asked to be found is shown by their channel's name instead. */
  is_name_hidden: boolean;
};

type Pool = Deps["pool"];

const COLUMNS = `c.id, c.owner_id, c.name, a.username, a.full_name, c.profile_key, c.cover_key, c.subscriber_count,
  c.content_count, (select true from follows f where f.follower_id = $1 and f.channel_id = c.id) is true as following`;
/**
 * Looks up each row by its key; `offset 0` and the subselects force the planner to do so. It expects 145 rows instead
 * of 25 and would otherwise read all accounts and all follows. Checked on every request, so that hidden channels
 * disappear at once and not at the next refresh.
 */
const JOINS = `cross join lateral (select * from channels c where c.id = t.channel_id and c.hidden_at is null offset 0) c
  cross join lateral (select * from accounts a where a.id = c.owner_id offset 0) a`;
const NOT_HIDDEN = "(select p.is_hidden_from_lists from privacy_settings p where p.account_id = a.id) is not true";

/** $2: from `blocksOf` */
const NOT_LEFT_OUT = `t.channel_id not in (select b.other_channel_id from block_pairs b where b.account_id = $2)`;

const toValues = (viewer: Viewer) => [viewer?.accountId ?? null, blocksOf(viewer)];

export async function selectTopEarners(pool: Pool, viewer: Viewer): Promise<EarnerRow[]> {
  const { rows } = await pool.query<EarnerRow>({
    name: "top-earners",
    text: `select ${COLUMNS}, t.total_cents from top_earners t ${JOINS}
           where ${NOT_HIDDEN} and ${NOT_LEFT_OUT} order by t.position limit ${TOP_EARNERS_MAX}`,
    values: toValues(viewer),
  });
  return rows;
}

/** For both weeks. Does not look up follows, so plain joins are cheaper. */
export async function selectWeeklyEarners(pool: Pool, viewer: Viewer): Promise<WeeklyEarnerRow[]> {
  const { rows } = await pool.query<WeeklyEarnerRow>({
    name: "weekly-earners",
    text: `select ${COLUMNS}, t.total_cents, t.referrals, t.is_last_week,
             p.is_indexed is not true and ${isMinorSql("a")} as is_name_hidden
           from weekly_earners t join channels c on c.id = t.channel_id join accounts a on a.id = c.owner_id
             left join privacy_settings p on p.account_id = a.id
           where c.hidden_at is null and not coalesce(p.is_hidden_from_lists, false) and ${NOT_LEFT_OUT}
           order by t.position`,
    values: toValues(viewer),
  });
  return rows;
}

export async function selectAthletes(pool: Pool, viewer: Viewer): Promise<ChannelCardRow[]> {
  const { rows } = await pool.query<ChannelCardRow>({
    name: "athletes-of-week",
    text: `select ${COLUMNS} from athletes_of_week t ${JOINS} where ${NOT_LEFT_OUT} order by t.position
           limit ${ATHLETES_MAX}`,
    values: toValues(viewer),
  });
  return rows;
}
