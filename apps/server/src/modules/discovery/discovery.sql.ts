import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function selectTrendingIds(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom("trending_videos")
    .select("content_id")
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows.map((row) => row.content_id);
}

export async function selectBannerIds(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.selectFrom("banner_videos").select("content_id").orderBy("position").limit(limit).execute();
  return rows.map((row) => row.content_id);
}

/**
 * Sum over the hours of the last 7 days of views, halved for every 12 hours of age, divided by
 * log10(10 + followers). Ties by total views, date, id; filled up with the newest.
 */
export async function replaceTrending(sql: Sql, limit: number): Promise<void> {
  await raw`lock table trending_videos in share row exclusive mode`.execute(sql);
  await raw`delete from trending_videos`.execute(sql);
  await raw`
    insert into trending_videos (position, content_id, score)
    select row_number() over (order by score desc, total_views desc, published_at desc, id), id, score
    from (
      select i.id, i.total_views, i.published_at,
        coalesce(sum(h.views * power(2, -extract(epoch from now() - h.hour) / 43200)), 0)
          / log(10 + c.subscriber_count) as score
      from contents i
      join channels c on c.id = i.channel_id
      left join view_hours h on h.content_id = i.id and h.hour > now() - interval '7 days'
      where i.type = 'video' and i.state = 'ready' and i.visibility = 'public' and i.removed_at is null
      group by i.id, c.subscriber_count
      order by score desc, i.total_views desc, i.published_at desc, i.id
      limit ${limit}
    ) best`.execute(sql);
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
