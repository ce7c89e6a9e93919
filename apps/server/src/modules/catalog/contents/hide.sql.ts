import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/**
 * Hides what a channel holds, at the moment that the channel itself is hidden at: by that moment it is
 * told later from an item that was hidden by itself.
 */
export async function hideContentsOf(sql: Sql, channelId: string): Promise<void> {
  await raw`
    update contents i set hidden_at = c.hidden_at from channels c
    where c.id = ${channelId} and i.channel_id = c.id and i.hidden_at is null`.execute(sql);
}

/** @param hiddenAt what the channel was hidden at, as PostgreSQL writes it: a `Date` has no microseconds */
export async function showContentsOf(sql: Sql, channelId: string, hiddenAt: string): Promise<void> {
  await raw`
    update contents set hidden_at = null
    where channel_id = ${channelId} and hidden_at = ${hiddenAt}::timestamptz`.execute(sql);
}
