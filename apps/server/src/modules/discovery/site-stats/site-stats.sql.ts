import type { SiteStats } from "@app/contract/discovery";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function selectSiteStats(sql: Sql): Promise<SiteStats | null> {
  const row = await sql
    .selectFrom("site_stats")
    .select(["channels", "items", "views", "earned_cents"])
    .executeTakeFirst();
  return row ?? null;
}

/** Reads every public item once, so call it from a job or on the very first visit only. */
export async function countSiteStats(sql: Sql, earnedCents: number): Promise<void> {
  await raw`
    insert into site_stats (only_row, channels, items, views, earned_cents, counted_at)
    select true, (
        select count(*) from channels c join accounts a on a.id = c.owner_id
        where a.plan is not null and c.hidden_at is null),
      count(*), coalesce(sum(total_views), 0), ${earnedCents}::bigint, now()
    from contents
    where is_listed
    on conflict (only_row) do update set channels = excluded.channels, items = excluded.items,
      views = excluded.views, earned_cents = excluded.earned_cents, counted_at = excluded.counted_at`.execute(sql);
}
