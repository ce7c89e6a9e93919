import { MESSAGES } from "@app/contract/errors";
import type { Measurables } from "@app/contract/measurables";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { selectAthlete, selectMeasurables, upsertMeasurables } from "./measurables.sql.ts";

export { selectMeasurables as readMeasurables, upsertMeasurables as addMeasurables };

/** Only the owner and staff see those of a hidden channel. */
export async function measurablesOfChannel(
  deps: Pick<Deps, "sql">,
  viewer: Member,
  channelId: string,
): Promise<Measurables | null> {
  const athlete = await selectAthlete(deps.sql, channelId);
  if (!athlete) return null;
  if (athlete.hidden_at !== null && !viewer.isStaff && viewer.accountId !== athlete.id) return null;
  return selectMeasurables(deps.sql, athlete.id);
}

/** @throws AppError `not_allowed` for teams and organizations */
export async function saveMeasurables(
  deps: Pick<Deps, "sql">,
  member: Member,
  entered: Measurables,
): Promise<Measurables> {
  if (member.plan !== "Individual") throw new AppError("not_allowed", MESSAGES.notAllowed);
  await upsertMeasurables(deps.sql, member.accountId, entered);
  return entered;
}
