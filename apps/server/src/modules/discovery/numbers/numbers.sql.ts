import type { PublicNumbers } from "@app/contract/numbers";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function selectNumbers(sql: Sql): Promise<PublicNumbers | null> {
  const row = await sql
    .selectFrom("public_numbers")
    .select(["channels", "items", "views", "earned_cents"])
    .executeTakeFirst();
  return row ?? null;
}

/** Counts from the truth. Reads every public item once: for a job, or the first visit of all. */
export async function countNumbers(sql: Sql, earnedCents: number): Promise<void> {
  await raw`
    insert into public_numbers (only_row, channels, items, views, earned_cents, counted_at)
    select true, (
        select count(*) from channels c join accounts a on a.id = c.owner_id
        where a.plan is not null and c.hidden_at is null),
      count(*), coalesce(sum(total_views), 0), ${earnedCents}::bigint, now()
    from contents
    where state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null
    on conflict (only_row) do update set channels = excluded.channels, items = excluded.items,
      views = excluded.views, earned_cents = excluded.earned_cents, counted_at = excluded.counted_at`.execute(sql);
}
