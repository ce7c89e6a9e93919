import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Something that people did to an item, in the hour of `at`. */
export type HourOfContent = { contentId: string; at: Date; likes?: number; commenters?: number; follows?: number };

/** Makes the hours that are not there yet, with nothing in them. */
export async function insertHours(sql: Sql, hours: readonly HourOfContent[]): Promise<void> {
  await raw`
    insert into content_hours (content_id, hour)
    select distinct content_id, date_trunc('hour', at, 'UTC') from ${toRows(hours)}
    order by 1, 2
    on conflict do nothing`.execute(sql);
}

/** Adds to the hours that are there; never below nothing, whatever is taken back twice. */
export async function updateHours(sql: Sql, hours: readonly HourOfContent[]): Promise<void> {
  await raw`
    update content_hours h
    set likes = greatest(0, h.likes + n.likes), commenters = greatest(0, h.commenters + n.commenters),
      follows = greatest(0, h.follows + n.follows)
    from (
      select content_id, date_trunc('hour', at, 'UTC') as hour, sum(likes) as likes, sum(commenters) as commenters,
        sum(follows) as follows
      from ${toRows(hours)} group by 1, 2
    ) n
    where h.content_id = n.content_id and h.hour = n.hour`.execute(sql);
}

function toRows(hours: readonly HourOfContent[]) {
  const numbers = (name: "likes" | "commenters" | "follows") => hours.map((hour) => hour[name] ?? 0);
  return raw`
    unnest(${hours.map((hour) => hour.contentId)}::uuid[], ${hours.map((hour) => hour.at.toISOString())}::timestamptz[],
      ${numbers("likes")}::int[], ${numbers("commenters")}::int[], ${numbers("follows")}::int[])
      as given (content_id, at, likes, commenters, follows)`;
}
