import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Counts a viewer and item at most once in `againAfterH` hours. @returns whether it counts now */
export async function markViewed(
  sql: Sql,
  view: { contentId: string; viewerId: string; againAfterH: number },
): Promise<boolean> {
  const { rows } = await raw`
    insert into views (content_id, viewer_id, viewed_at)
    values (${view.contentId}, ${view.viewerId}, now())
    on conflict (content_id, viewer_id) do update set viewed_at = now()
      where views.viewed_at <= now() - make_interval(hours => ${view.againAfterH})
    returning 1`.execute(sql);
  return rows.length > 0;
}

export async function addToHours(sql: Sql, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  await raw`
    insert into view_hours (content_id, hour, views)
    select unnest(${[...counts.keys()]}::uuid[]), date_trunc('hour', now()), unnest(${[...counts.values()]}::int[])
    on conflict (content_id, hour) do update set views = view_hours.views + excluded.views`.execute(sql);
}
