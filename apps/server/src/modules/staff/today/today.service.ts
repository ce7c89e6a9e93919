import { ADMIN_FIGURES, COUNTERS, FIGURE_DAYS, GAUGES, type todayRoutes } from "@app/contract/console";
import { z } from "zod";
import { dayIn } from "#platform/days.ts";
import { inTransaction, lockTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { Member } from "#platform/viewer.ts";
import { daysBefore, toFigure } from "./today.policy.ts";
import { selectFigures, selectLastDay, upsertCounter, upsertGauge } from "./today.sql.ts";

/** Any number, so that two measurements do not run at once. */
const MEASURE_LOCK = 20_150_152;
const SHOWN_DAYS = 2 * FIGURE_DAYS;

type MeasureDeps = Pick<Deps, "sql" | "now"> & { config: Pick<Deps["config"], "platformTimeZone"> };

/**
 * Counts today and the last measured day, which may have ended since; the first time, two weeks. Everything is then
 * read from a few rows.
 */
export async function measureFigures(deps: MeasureDeps): Promise<void> {
  const timeZone = deps.config.platformTimeZone;
  const today = dayIn(deps.now(), timeZone);
  await inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, MEASURE_LOCK);
    const earliest = daysBefore(today, SHOWN_DAYS - 1);
    const last = await selectLastDay(tx);
    const from = last === null || last < earliest ? earliest : last;
    for (const counter of COUNTERS) await upsertCounter(tx, counter, { from, timeZone });
    for (const gauge of GAUGES) await upsertGauge(tx, gauge, today);
  });
}

export async function showToday(deps: MeasureDeps, staff: Member): Promise<z.input<typeof todayRoutes.show.data>> {
  const today = dayIn(deps.now(), deps.config.platformTimeZone);
  // The first of the day does not wait for the job.
  if ((await selectLastDay(deps.sql)) !== today) await measureFigures(deps);
  const { figures, measuredAt } = await selectFigures(deps.sql, daysBefore(today, SHOWN_DAYS - 1));
  const names = [...COUNTERS, ...GAUGES].filter((name) => staff.isAdmin || !ADMIN_FIGURES.includes(name));
  return {
    measured_at: (measuredAt ?? deps.now()).toISOString(),
    figures: names.map((name) => toFigure(name, figures, today)),
  };
}

export const measureFiguresJob = defineJob({
  name: "staff:measure-figures",
  lane: "short",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "*/10 * * * *",
  run: (deps) => measureFigures(deps),
});
