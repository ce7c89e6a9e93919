import { MESSAGES } from "@app/contract/errors";
import type { Measurables, MeasurablesChanges } from "@app/contract/measurables";
import { canSeeHidden } from "#modules/channels/channels/channels.policy.ts";
import { isBlockedFor } from "#modules/channels/channels/channels.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { selectAthlete, selectMeasurables, upsertMeasurables } from "./measurables.sql.ts";

export { selectMeasurables as readMeasurables, upsertMeasurables as addMeasurables };

/** Null for whom a block hides the athlete from, and those of a hidden channel for all but the owner and staff. */
export async function measurablesOfChannel(
  deps: Pick<Deps, "sql">,
  viewer: Member,
  channelId: string,
): Promise<Measurables | null> {
  const athlete = await selectAthlete(deps.sql, channelId);
  if (!athlete) return null;
  if (athlete.hidden_at !== null && !canSeeHidden(viewer, { owner_id: athlete.id })) return null;
  if (await isBlockedFor(deps.sql, viewer, athlete.id)) return null;
  return selectMeasurables(deps.sql, athlete.id);
}

/** @throws AppError `not_allowed` for teams and organizations */
export async function saveMeasurables(
  deps: Pick<Deps, "sql">,
  member: Member,
  changes: MeasurablesChanges,
): Promise<Measurables> {
  if (member.plan !== "Individual") throw new AppError("not_allowed", MESSAGES.notAllowed);
  return upsertMeasurables(deps.sql, member.accountId, changes);
}
