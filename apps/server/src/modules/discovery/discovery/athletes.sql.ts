import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import { emptyList } from "./discovery.sql.ts";

/**
 * `athleteScore` over the last 7 days, for Individuals with a public item. Ties by followers, then the
 * newest channel: so that a quiet week is filled up as well.
 */
export async function replaceAthletes(sql: Sql, limit: number, now: Date): Promise<void> {
  await emptyList(sql, "athletes_of_week");
  await raw`
    with week as (
      select now - interval '7 days' as since, date_trunc('hour', now, 'UTC') as hour
      from (select ${now.toISOString()}::timestamptz as now) clock
    ),
    hours as (
      select h.content_id, sum(h.views) as views, sum(h.likes) as likes, sum(h.commenters) as commenters
      from content_hours h cross join week
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
      select c.id, c.subscriber_count,
        (ln(1 + coalesce(s.views, 0)::float8) + 2 * ln(1 + coalesce(g.followers, 0)::float8)
          + 1.5 * ln(1 + coalesce(s.likes, 0)::float8) + 1.5 * ln(1 + coalesce(s.commenters, 0)::float8))
          / ln(2::float8) + 0.5 * least(coalesce(u.uploads, 0), 3) as score
      from channels c join accounts a on a.id = c.owner_id
        left join seen s on s.channel_id = c.id
        left join gained g on g.channel_id = c.id
        left join sent u on u.channel_id = c.id
      where a.plan = 'Individual' and a.erased_at is null and c.hidden_at is null
        and exists (
          select from contents i
          where i.channel_id = c.id and i.is_listed)
    ),
    best as (
      select * from scored order by score desc, subscriber_count desc, id desc limit ${limit}
    )
    insert into athletes_of_week (position, channel_id, score)
    select row_number() over (order by score desc, subscriber_count desc, id desc), id, score
    from best`.execute(sql);
}
