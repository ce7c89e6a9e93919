import type { Sql } from "#platform/db/database.ts";
import { type HourOfContent, insertHours, updateHours } from "./hours.sql.ts";

/**
 * What the lists are made of besides views, in the caller's transaction. A person counts once for an item:
 * a like when it is given, a comment when it is their first one. The owner of the item never does.
 */
export async function addToHours(tx: Sql, hours: readonly HourOfContent[]): Promise<void> {
  if (hours.length === 0) return;
  await insertHours(tx, hours);
  await updateHours(tx, hours);
}

/** What was given is taken back. @param hours as they were given: positive, and of the moment they were given at */
export async function takeFromHours(tx: Sql, hours: readonly HourOfContent[]): Promise<void> {
  if (hours.length === 0) return;
  await updateHours(
    tx,
    hours.map(({ contentId, at, likes = 0, commenters = 0, follows = 0 }) => ({
      ...{ contentId, at, likes: -likes, commenters: -commenters, follows: -follows },
    })),
  );
}
