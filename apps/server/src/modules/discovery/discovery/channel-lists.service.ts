import type { discoveryRoutes } from "@app/contract/discovery";
import type { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import type { Member } from "#platform/viewer.ts";
import { selectAthletes, selectTopEarners, selectWeeklyEarners } from "./channel-cards.sql.ts";
import {
  toAthleteCard,
  toEarnerCard,
  toUserAthleteCard,
  toUserEarnerCard,
  toWeeklyEarner,
} from "./discovery.presenter.ts";

type ListDeps = Pick<Deps, "pool" | "config">;
type Data<Name extends keyof typeof discoveryRoutes> = z.input<(typeof discoveryRoutes)[Name]["data"]>;

export async function listTopEarners(deps: ListDeps): Promise<Data<"topEarners">> {
  return (await selectTopEarners(deps.pool, null)).map((row) => toEarnerCard(deps, row));
}

export async function listTopEarnersFor(deps: ListDeps, viewer: Member): Promise<Data<"userTopEarners">> {
  const rows = await selectTopEarners(deps.pool, viewer.accountId);
  return rows.map((row) => toUserEarnerCard(deps, row, viewer));
}

/** Those of this week; of last week where nobody of this one may be shown, even if they have hidden just now. */
export async function listWeeklyEarners(deps: ListDeps): Promise<Data<"weeklyEarners">> {
  const rows = await selectWeeklyEarners(deps.pool, null);
  const ofThisWeek = rows.filter((row) => !row.is_last_week);
  return (ofThisWeek.length > 0 ? ofThisWeek : rows).map((row) => toWeeklyEarner(deps, row));
}

export async function listAthletes(deps: ListDeps): Promise<Data<"athletes">> {
  return (await selectAthletes(deps.pool, null)).map((row) => toAthleteCard(deps, row));
}

export async function listAthletesFor(deps: ListDeps, viewer: Member): Promise<Data<"userAthletes">> {
  const rows = await selectAthletes(deps.pool, viewer.accountId);
  return rows.map((row) => toUserAthleteCard(deps, row, viewer));
}
