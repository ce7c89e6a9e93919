import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function selectTrendingIds(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.selectFrom("trending_videos").select("content_id").orderBy("position").limit(limit).execute();
  return rows.map((row) => row.content_id);
}

export async function selectBannerIds(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.selectFrom("banner_videos").select("content_id").orderBy("position").limit(limit).execute();
  return rows.map((row) => row.content_id);
}

/**
 * Over the hourly buckets of the last 7 days: the sum of views, halved for every 12 hours of age,
 * divided by log10(10 + followers). Ties by total views, date, id; filled up with the newest.
 */
export async function replaceTrending(sql: Sql, limit: number): Promise<void> {
  await raw`lock table trending_videos in share row exclusive mode`.execute(sql);
  await raw`delete from trending_videos`.execute(sql);
  await raw`
    with this_hour as (select date_trunc('hour', now(), 'UTC') as hour),
    watched as (
      select h.content_id, sum(h.views * power(0.5::float8, extract(epoch from t.hour - h.hour)::float8 / 43200)) as heat
      from view_hours h cross join this_hour t
      where h.hour > t.hour - interval '7 days'
      group by h.content_id
    ),
    best as (
      select i.id, i.total_views, i.published_at, w.heat / log(10 + c.subscriber_count) as score
      from watched w join contents i on i.id = w.content_id join channels c on c.id = i.channel_id
      where i.type = 'video' and i.state = 'ready' and i.visibility = 'public' and i.removed_at is null
      order by score desc, i.total_views desc, i.published_at desc, i.id
      limit ${limit}
    ),
    newest as (
      select i.id from contents i
      where i.type = 'video' and i.state = 'ready' and i.visibility = 'public' and i.removed_at is null
        and not exists (select from best where best.id = i.id)
      order by i.id desc
      limit ${limit}
    )
    insert into trending_videos (position, content_id, score)
    select row_number() over (order by place, score desc, total_views desc, published_at desc, id, newest_id desc),
      coalesce(id, newest_id), score
    from (
      select 0 as place, score, total_views, published_at, id, null::uuid as newest_id from best
      union all
      select 1, 0, null, null, null, id from newest
    ) listed
    order by 1
    limit ${limit}`.execute(sql);
}

/** The most viewed of the trending ones that are wide enough for a banner. */
export async function replaceBanner(sql: Sql, limit: number): Promise<void> {
  await raw`lock table banner_videos in share row exclusive mode`.execute(sql);
  await raw`delete from banner_videos`.execute(sql);
  await raw`
    insert into banner_videos (position, content_id)
    select row_number() over (order by i.total_views desc, t.position), i.id
    from trending_videos t join contents i on i.id = t.content_id
    where i.width_px >= i.height_px
    order by i.total_views desc, t.position
    limit ${limit}`.execute(sql);
}
