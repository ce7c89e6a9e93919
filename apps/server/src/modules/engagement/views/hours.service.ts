import type { EventPayloads } from "@app/contract/events";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
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

type FollowEvent = EventPayloads["follow.created"];

/** A follow that was made on an item counts for the item. */
export function onFollowCreated(_deps: Deps, tx: Tx, follow: FollowEvent): Promise<void> {
  return addToHours(tx, toHours(follow));
}

export function onFollowDeleted(_deps: Deps, tx: Tx, follow: FollowEvent): Promise<void> {
  return takeFromHours(tx, toHours(follow));
}

function toHours({ content_id, created_at }: FollowEvent): HourOfContent[] {
  return content_id === null ? [] : [{ contentId: content_id, at: new Date(created_at), follows: 1 }];
}
