import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** What people did to an item in the hour of `at`. */
export type HourlyStats = { contentId: string; at: Date; likes?: number; commenters?: number; follows?: number };

/** Inserts the missing rows, with zeros. */
export async function insertHourlyStats(sql: Sql, stats: readonly HourlyStats[]): Promise<void> {
  await raw`
    insert into content_hours (content_id, hour)
    select distinct content_id, date_trunc('hour', at, 'UTC') from ${toRows(stats)}
    order by 1, 2
    on conflict do nothing`.execute(sql);
}

/** Adds to existing rows. Counts never go below zero, even when something is reverted twice. */
export async function updateHourlyStats(sql: Sql, stats: readonly HourlyStats[]): Promise<void> {
  await raw`
    update content_hours h
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
