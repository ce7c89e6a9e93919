import { BANNER_MAX, TRENDING_MAX } from "@app/contract/discovery";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

type Pool = Deps["pool"];

/** @param leftOutFor from `blocksOf` */
export function selectTrendingIds(pool: Pool, leftOutFor: string | null, limit: number): Promise<string[]> {
  return selectIds(pool, "trending_videos", leftOutFor, limit);
}

export async function countTrending(sql: Sql): Promise<number> {
  const { rows } = await raw<{ total: number }>`select count(*) as total from trending_videos`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** @param leftOutFor from `blocksOf` */
export function selectBannerIds(pool: Pool, leftOutFor: string | null, limit: number): Promise<string[]> {
  return selectIds(pool, "banner_videos", leftOutFor, limit);
}

/** Items are looked up only for those who leave somebody out. */
async function selectIds(
  pool: Pool,
  list: "trending_videos" | "banner_videos",
  leftOutFor: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ content_id: string }>({
    name: `ids-of-${list}`,
    text: `select t.content_id from ${list} t
           where $2::uuid is null or (select i.channel_id from contents i where i.id = t.content_id) not in (
             select b.other_channel_id from block_pairs b where b.account_id = $2)
           order by t.position limit $1`,
    values: [limit, leftOutFor],
  });
  return rows.map((row) => row.content_id);
}

/** More rows than are shown, so that the lists of members with blocks are full, too. */
export const SPARE = 25;

type ListTable = "trending_videos" | "banner_videos" | "top_earners" | "weekly_earners" | "athletes_of_week";

/** Against concurrent refreshes. Readers do not wait. */
export async function lockList(sql: Sql, list: ListTable): Promise<void> {
  await raw`lock table ${raw.table(list)} in share row exclusive mode`.execute(sql);
}

/** Locks it, too; readers see the old rows until the transaction ends. */
export async function emptyList(sql: Sql, list: ListTable): Promise<void> {
  await lockList(sql, list);
  await sql.deleteFrom(list).execute();
}

/**
 * `trendingScore` over the hourly stats of the last 7 days. Ties go by total views, date and id; the newest items fill
 * the list.
 */
export async function replaceTrending(sql: Sql, now: Date): Promise<void> {
  const limit = TRENDING_MAX + SPARE;
  await emptyList(sql, "trending_videos");
  await raw`
    with this_hour as (select date_trunc('hour', ${now.toISOString()}::timestamptz, 'UTC') as hour),
    watched as (
      select h.content_id, sum((h.views + 3 * h.likes + 4 * h.commenters + 5 * h.follows)
        * power(0.5::float8, extract(epoch from t.hour - h.hour)::float8 / 43200)) as heat
      from content_hourly_stats h cross join this_hour t
      where h.hour > t.hour - interval '7 days' and h.hour <= t.hour
      group by h.content_id
    ),
    best as (
      select i.id, i.total_views, i.published_at, w.heat / log(10 + c.subscriber_count) as score
      from watched w join contents i on i.id = w.content_id join channels c on c.id = i.channel_id
      where i.type = 'video' and i.is_listed and w.heat > 0
      order by score desc, i.total_views desc, i.published_at desc, i.id
      limit ${limit}
    ),
    newest as (
      select i.id, i.published_at from contents i
      where i.type = 'video' and i.is_listed
        and not exists (select from best where best.id = i.id)
      order by i.published_at desc, i.id desc
      limit ${limit}
    )
    insert into trending_videos (position, content_id, score)
    select row_number() over (order by place, score desc, total_views desc, published_at desc, id), id, score
    from (
      select 0 as place, score, total_views, published_at, id from best
      union all
      select 1, 0, null, published_at, id from newest
    ) listed
    order by 1
    limit ${limit}`.execute(sql);
}

/** What staff pinned, in their order; then the most viewed trending videos that are wide enough for a banner. */
export async function replaceBanner(sql: Sql): Promise<void> {
  await emptyList(sql, "banner_videos");
  await raw`
    with chosen as (
      select 0 as part, 0 as views, p.position, i.id
      from banner_pins p join contents i on i.id = p.content_id where i.is_listed
      union all
      select 1, i.total_views, t.position, i.id
      from trending_videos t join contents i on i.id = t.content_id
      where i.width_px >= i.height_px and not exists (select from banner_pins p where p.content_id = i.id)
    )
    insert into banner_videos (position, content_id)
    select row_number() over (order by part, views desc, position), id from chosen
    order by 1 limit ${BANNER_MAX + SPARE}`.execute(sql);
}
