import { COUNTERS, FIGURE_DAYS, type Figure, type FigureName } from "@app/contract/console";
import type { DailyFigure } from "./today.sql.ts";

/** @returns YYYY-MM-DD, `days` before that day */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** A day without a row: zero for a counter, not measured for a gauge. */
export function toFigure(name: FigureName, measured: readonly DailyFigure[], today: string): Figure {
  const isCounter = COUNTERS.some((counter) => counter === name);
  const values = new Map(measured.filter((one) => one.name === name).map(({ day, value }) => [day, value]));
  const figureOf = (daysAgo: number) => values.get(daysBefore(today, daysAgo)) ?? (isCounter ? 0 : null);
  const week = Array.from({ length: FIGURE_DAYS }, (_, at) => FIGURE_DAYS - 1 - at);
  const sum = (daysAgo: readonly number[]) => daysAgo.reduce((total, days) => total + (figureOf(days) ?? 0), 0);
  return {
    name,
    now: isCounter ? sum(week) : (figureOf(0) ?? 0),
    before: isCounter ? sum(week.map((days) => days + FIGURE_DAYS)) : figureOf(FIGURE_DAYS),
    days: week.map((days) => ({ day: daysBefore(today, days), value: figureOf(days) })),
  };
}
