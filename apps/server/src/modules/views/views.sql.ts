import { sql as raw } from "kysely";
import { lockTransaction, type Sql } from "#platform/db/database.ts";
import { LOCKS } from "#platform/db/locks.ts";

/** Takes a viewer and item at most once in `againAfterH` hours. @returns whether it counts now */
export async function markViewed(
  sql: Sql,
  view: { contentId: string; viewerId: string; againAfterH: number },
): Promise<boolean> {
  const { rows } = await raw`
    insert into views (content_id, viewer_id, viewed_at)
    values (${view.contentId}, ${view.viewerId}, now())
    on conflict (content_id, viewer_id) do update set viewed_at = now(), is_counted = false
      where views.viewed_at <= now() - make_interval(hours => ${view.againAfterH})
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** The stored total and what is not in it yet. */
export async function selectViewTotal(sql: Sql, contentId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select total_views + (select count(*) from views where content_id = i.id and not is_counted) as total
    from contents i where i.id = ${contentId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/**
 * Puts the views that are not counted yet into the hours they were made in. Several processes may
 * call it at once: one works, the others wait for it.
 * @returns how many there were of each item, for the caller to add to its total in the same transaction
 */
export async function countIntoHours(sql: Sql): Promise<Map<string, number>> {
  await lockTransaction(sql, LOCKS.countingViews);
  const { rows } = await raw<{ content_id: string; views: number }>`
    with fresh as (
      update views set is_counted = true where not is_counted returning content_id, viewed_at
    ), summed as (
      insert into content_hours (content_id, hour, views)
      select content_id, date_trunc('hour', viewed_at, 'UTC'), count(*) from fresh group by 1, 2
      on conflict (content_id, hour) do update set views = content_hours.views + excluded.views
    )
    select content_id, count(*) as views from fresh group by 1`.execute(sql);
  return new Map(rows.map((row) => [row.content_id, row.views]));
}
