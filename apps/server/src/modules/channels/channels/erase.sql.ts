import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Takes the person out of a channel and keeps it hidden: rows of money still point to it. */
export async function eraseChannelRow(sql: Sql, accountId: string, name: string): Promise<void> {
  await raw`
    update channels set name = ${name}, bio = '', profile_key = null, cover_key = null,
      hidden_at = coalesce(hidden_at, now()),
      hidden_for = array(select distinct unnest(hidden_for || 'deletion'::text) order by 1)
    where owner_id = ${accountId}`.execute(sql);
}
