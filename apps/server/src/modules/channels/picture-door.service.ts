import type { Sql } from "#platform/db/database.ts";
import { selectHiding } from "./standing.sql.ts";

/**
 * Which of somebody's pictures anybody may fetch: all of them while their channel is open, none once staff have taken
 * it down or it is being deleted. Whoever only put it to sleep goes on as a fan, and keeps the face of one.
 * @returns of a picture's storage key, whether it is open
 */
export async function openPictureDoor(sql: Sql, accountId: string): Promise<(key: string) => boolean> {
  const hiding = await selectHiding(sql, accountId);
  if (!hiding) return () => true;
  const isAsleep = hiding.hidden_for.every((reason) => reason === "deactivation");
  return (key) => isAsleep && key === hiding.profile_key;
}
