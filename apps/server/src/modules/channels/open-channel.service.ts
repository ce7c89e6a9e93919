import type { Channel } from "@app/contract/channels";
import type { Sql } from "#platform/db/database.ts";
import type { Viewer } from "#platform/viewer.ts";
import { toRefusal, toStanding } from "./channels.policy.ts";
import { selectStanding } from "./standing.sql.ts";

/**
 * @returns whose it is, and whether it is open to everybody
 * @throws AppError `not_found` there is none; `gone` it is deactivated; `not_allowed` it is blocked
 */
export async function requireOpenChannel(
  sql: Sql,
  viewer: Viewer,
  id: string,
): Promise<{ ownerId: string; standing: Channel["standing"] }> {
  const channel = await selectStanding(sql, id);
  const refusal = toRefusal(viewer, channel);
  if (refusal || !channel) throw refusal;
  return { ownerId: channel.owner_id, standing: toStanding(channel) };
}

/** @throws AppError `not_found`; a channel that is hidden is there */
export async function requireChannel(sql: Sql, id: string): Promise<void> {
  const channel = await selectStanding(sql, id);
  const refusal = toRefusal(null, channel && { ...channel, hidden_at: null });
  if (refusal) throw refusal;
}
