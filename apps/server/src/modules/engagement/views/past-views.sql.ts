import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function insertPastViews(
  sql: Sql,
  contentId: string,
  views: readonly { viewerId: string; at: Date }[],
): Promise<void> {
  const viewers = views.map((view) => view.viewerId);
  const times = views.map((view) => view.at.toISOString());
  await raw`
    with past as (
      select unnest(${viewers}::uuid[]) as viewer_id, unnest(${times}::timestamptz[]) as viewed_at
    ), summed as (
      insert into content_hours (content_id, hour, views)
      select ${contentId}::uuid, date_trunc('hour', viewed_at, 'UTC'), count(*) from past group by 2
      on conflict (content_id, hour) do update set views = content_hours.views + excluded.views
    )
    insert into views (content_id, viewer_id, viewed_at, is_counted)
    select ${contentId}::uuid, viewer_id, max(viewed_at), true from past group by viewer_id
    on conflict (content_id, viewer_id) do nothing`.execute(sql);
}

/** Who watched is forgotten; how often an item was watched is not. */
export async function deleteViewsOf(sql: Sql, viewerId: string): Promise<void> {
  await sql.deleteFrom("views").where("viewer_id", "=", viewerId).execute();
}
