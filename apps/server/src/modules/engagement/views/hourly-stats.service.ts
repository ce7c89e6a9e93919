import type { EventPayloads } from "@app/contract/events";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type HourlyStats, insertHourlyStats, updateHourlyStats } from "./hourly-stats.sql.ts";

/**
 * Adds likes, commenters and follows to the hourly stats that the lists are ranked by, in the caller's transaction.
 * A person counts once per item: with their like, their first comment, their follow. The owner never counts.
 */
export async function addToHourlyStats(tx: Sql, stats: readonly HourlyStats[]): Promise<void> {
  if (stats.length === 0) return;
  await insertHourlyStats(tx, stats);
  await updateHourlyStats(tx, stats);
}

/** Reverts `addToHourlyStats`. @param stats as they were added: positive, and with the time they were added for */
export async function subtractFromHourlyStats(tx: Sql, stats: readonly HourlyStats[]): Promise<void> {
  if (stats.length === 0) return;
  await updateHourlyStats(
    tx,
    stats.map(({ contentId, at, likes = 0, commenters = 0, follows = 0 }) => ({
      ...{ contentId, at, likes: -likes, commenters: -commenters, follows: -follows },
    })),
  );
}

type FollowEvent = EventPayloads["follow.created"];

/** A follow that began on an item's page counts for the item. */
export function onFollowCreated(_deps: Deps, tx: Tx, follow: FollowEvent): Promise<void> {
  return addToHourlyStats(tx, toHourlyStats(follow));
}

export function onFollowDeleted(_deps: Deps, tx: Tx, follow: FollowEvent): Promise<void> {
  return subtractFromHourlyStats(tx, toHourlyStats(follow));
}

function toHourlyStats({ content_id, created_at }: FollowEvent): HourlyStats[] {
  return content_id === null ? [] : [{ contentId: content_id, at: new Date(created_at), follows: 1 }];
}
