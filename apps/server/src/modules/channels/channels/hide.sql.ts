import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type HidingReason = "deactivation" | "deletion" | "staff";

/** @returns null for an account without a channel */
export async function addHidingReason(
  sql: Sql,
  accountId: string,
  reason: HidingReason,
): Promise<{ id: string } | null> {
  const { rows } = await raw<{ id: string }>`
    update channels set hidden_at = coalesce(hidden_at, now()),
      hidden_for = array(select distinct unnest(hidden_for || ${reason}::text) order by 1)
    where owner_id = ${accountId} returning id`.execute(sql);
  return rows[0] ?? null;
}

/** @returns null when it was not hidden for this reason; else what it was hidden at, and whether it still is */
export async function removeHidingReason(
  sql: Sql,
  accountId: string,
  reason: HidingReason,
): Promise<{ id: string; was_hidden_at: string | null; is_hidden: boolean } | null> {
  const { rows } = await raw<{ id: string; was_hidden_at: string | null; is_hidden: boolean }>`
    with before as (
      select id, hidden_at::text as hidden_at from channels
      where owner_id = ${accountId} and ${reason} = any(hidden_for) for update
    )
    update channels c set hidden_for = array_remove(hidden_for, ${reason}::text),
      hidden_at = case when hidden_for = array[${reason}::text] then null else c.hidden_at end
    from before where c.id = before.id
    returning c.id, before.hidden_at as was_hidden_at, c.hidden_at is not null as is_hidden`.execute(sql);
  return rows[0] ?? null;
}
