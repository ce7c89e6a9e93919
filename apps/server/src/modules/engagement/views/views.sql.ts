import type { ViewSource } from "@app/contract/views";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** What people did to an item in the hour of `at`. */
export type HourlyStats = { contentId: string; at: Date; likes?: number; commenters?: number; follows?: number };

/**
 * Records a view, at most once per viewer and item in `againAfterH` hours. The lock keeps the item from being purged
 * meanwhile. @returns whether it counts now
 */
export async function markViewed(
  sql: Sql,
  view: { contentId: string; viewerId: string; source: string; againAfterH: number },
): Promise<boolean> {
  const { rows } = await raw`
    insert into views (content_id, viewer_id, viewed_at, source)
    select id, ${view.viewerId}, now(), ${view.source} from contents where id = ${view.contentId} for key share
    on conflict (content_id, viewer_id) do update set viewed_at = now(), is_counted = false, source = excluded.source
      where views.viewed_at <= now() - make_interval(hours => ${view.againAfterH})
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** The stored total plus the views that are not flushed yet. */
export async function selectViewTotal(sql: Sql, contentId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select total_views + (select count(*) from views where content_id = i.id and not is_counted) as total
    from contents i where i.id = ${contentId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Items with views that are not flushed yet. */
export async function selectNewlyViewed(sql: Sql): Promise<string[]> {
  const { rows } = await raw<{ content_id: string }>`
    select distinct content_id from views where not is_counted`.execute(sql);
  return rows.map((row) => row.content_id);
}

/** Views of one item in one hour that came from one source. */
export type ViewsOfHour = { content_id: string; hour: Date; source: string; views: number };

/** Marks the new views of these items as counted. @returns how many, for the caller to add in the same transaction */
export async function markCounted(sql: Sql, contentIds: readonly string[]): Promise<ViewsOfHour[]> {
  const { rows } = await raw<ViewsOfHour>`
    with fresh as (
      select content_id, viewer_id, source from views
      where not is_counted and content_id = any(${contentIds}::uuid[])
      order by 1, 2 for update
    ), counted as (
      update views v set is_counted = true, source = null
      from fresh f where v.content_id = f.content_id and v.viewer_id = f.viewer_id
      returning v.content_id, v.viewed_at, coalesce(f.source, 'direct') as source
    )
    select content_id, date_trunc('hour', viewed_at, 'UTC') as hour, source, count(*) as views
    from counted group by 1, 2, 3`.execute(sql);
  return rows;
}

export async function addViewsToHourlyStats(sql: Sql, counted: readonly ViewsOfHour[]): Promise<void> {
  const ids = counted.map((row) => row.content_id);
  const hours = counted.map((row) => row.hour.toISOString());
  const views = counted.map((row) => row.views);
  await raw`
    insert into content_hourly_stats (content_id, hour, views)
    select id, hour, sum(views) from unnest(${ids}::uuid[], ${hours}::timestamptz[], ${views}::int[]) as n (id, hour, views)
    group by 1, 2 order by 1, 2
    on conflict (content_id, hour) do update set views = content_hourly_stats.views + excluded.views`.execute(sql);
}

/** Adds to the sums by day and source, which name nobody. */
export async function addViewsToSources(sql: Sql, counted: readonly ViewsOfHour[], timeZone: string): Promise<void> {
  await raw`
    insert into content_daily_sources (content_id, day, source, views)
    select id, (hour at time zone ${timeZone})::date, source, sum(views)
    from unnest(${counted.map((row) => row.content_id)}::uuid[], ${counted.map((row) => row.hour.toISOString())}::timestamptz[],
      ${counted.map((row) => row.source)}::text[], ${counted.map((row) => row.views)}::int[]) as n (id, hour, source, views)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (content_id, day, source) do update
      set views = content_daily_sources.views + excluded.views`.execute(sql);
}

/** A view of the past, for demo data. */
export type PastView = { viewerId: string; at: Date; source: ViewSource };

/** Inserts views that are already in the totals, with their hourly stats. */
export async function insertPastViews(sql: Sql, contentId: string, views: readonly PastView[]): Promise<void> {
  const viewers = views.map((view) => view.viewerId);
  const times = views.map((view) => view.at.toISOString());
  await raw`
    with past as (
      select unnest(${viewers}::uuid[]) as viewer_id, unnest(${times}::timestamptz[]) as viewed_at
    ), summed as (
      insert into content_hourly_stats (content_id, hour, views)
      select ${contentId}::uuid, date_trunc('hour', viewed_at, 'UTC'), count(*) from past group by 2
      on conflict (content_id, hour) do update set views = content_hourly_stats.views + excluded.views
    )
    insert into views (content_id, viewer_id, viewed_at, is_counted)
    select ${contentId}::uuid, viewer_id, max(viewed_at), true from past group by viewer_id
    on conflict (content_id, viewer_id) do nothing`.execute(sql);
}

/** Erases who watched; the totals stay. */
export async function deleteViewsOf(sql: Sql, viewerId: string): Promise<void> {
  await sql.deleteFrom("views").where("viewer_id", "=", viewerId).execute();
}

/** Who watched is known only for as long as a second view of theirs does not count. @returns how many rows were deleted */
export async function deleteOldViews(sql: Sql, hours: number): Promise<number> {
  const { numAffectedRows } = await raw`
    delete from views where is_counted and viewed_at < now() - make_interval(hours => ${hours})`.execute(sql);
  return Number(numAffectedRows ?? 0n);
}

/** Inserts the missing rows, with zeros. */
export async function insertHourlyStats(sql: Sql, stats: readonly HourlyStats[]): Promise<void> {
  await raw`
    insert into content_hourly_stats (content_id, hour)
    select distinct content_id, date_trunc('hour', at, 'UTC') from ${toRows(stats)}
    order by 1, 2
    on conflict do nothing`.execute(sql);
}

/** Adds to existing rows. Counts never go below zero, even when something is reverted twice. */
export async function updateHourlyStats(sql: Sql, stats: readonly HourlyStats[]): Promise<void> {
  await raw`
    update content_hourly_stats h
    set likes = greatest(0, h.likes + n.likes), commenters = greatest(0, h.commenters + n.commenters),
      follows = greatest(0, h.follows + n.follows)
    from (
      select content_id, date_trunc('hour', at, 'UTC') as hour, sum(likes) as likes, sum(commenters) as commenters,
        sum(follows) as follows
      from ${toRows(stats)} group by 1, 2
    ) n
    where h.content_id = n.content_id and h.hour = n.hour`.execute(sql);
}

function toRows(stats: readonly HourlyStats[]) {
  const counts = (name: "likes" | "commenters" | "follows") => stats.map((row) => row[name] ?? 0);
  return raw`
    unnest(${stats.map((row) => row.contentId)}::uuid[], ${stats.map((row) => row.at.toISOString())}::timestamptz[],
      ${counts("likes")}::int[], ${counts("commenters")}::int[], ${counts("follows")}::int[])
      as added (content_id, at, likes, commenters, follows)`;
}
