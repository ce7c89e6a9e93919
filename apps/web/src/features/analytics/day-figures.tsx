import type { ChannelAnalytics } from "@app/contract/analytics";
import { exactly } from "@app/contract/formats";
import { useState } from "react";
import { calendarDay } from "#lib/dates.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import type { BarChartProps } from "#ui/bar-chart.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { NumberTable } from "#ui/number-table.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { watchTime } from "./part-times.ts";

const { Component: BarChart } = lazyWithPreload<BarChartProps>(
  async () => (await withOfflineError(import("#ui/bar-chart.tsx"))).BarChart,
  () => <Skeleton className="size-full rounded-media" />,
  { Fallback: LoadError },
);

type DayFiguresProps = Pick<ChannelAnalytics, "days"> & { timeZone: string; hasWatchTime: boolean };

/** One number by day as a chart, or all of them as a table. */
export function DayFigures({ days, timeZone, hasWatchTime }: DayFiguresProps) {
  const [metric, setMetric] = useState<Metric>(METRICS[0]);
  const [isTable, setTable] = useState(false);
  const metrics = METRICS.filter(({ name }) => hasWatchTime || name !== "watched_s");
  const values = days.map((day) => ({ day: day.day, value: day[metric.name] }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <RadioGroup
          legend="Show"
          name="metric"
          isRow
          options={metrics.map(({ name, label }) => ({ value: name, label }))}
          value={metric.name}
          onChange={({ target }) => setMetric(METRICS.find(({ name }) => name === target.value) ?? METRICS[0])}
        />
        <Switch
          className="min-h-11 justify-center"
          label="Show as a table"
          checked={isTable}
          onChange={() => setTable(!isTable)}
        />
      </div>
      {isTable ? (
        <NumberTable
          label="Analytics by day"
          head={["Day", ...metrics.map(({ label }) => label)]}
          rows={days.toReversed().map((day) => ({
            key: day.day,
            cells: [calendarDay(day.day), ...metrics.map(({ name, show }) => show(day[name]))],
          }))}
        />
      ) : (
        <div role="img" aria-label={inWords(metric, values)} className="h-72 w-full">
          <BarChart
            bars={values.map(({ day, value }) => ({ name: calendarDay(day), value }))}
            label={metric.label}
            show={metric.show}
            tick={(day) => day.replace(/, .*/, "")}
          />
        </div>
      )}
      <p className="text-sm text-muted">Days begin at midnight, {cityOf(timeZone)} time.</p>
    </div>
  );
}

/** @returns 'New York' for America/New_York */
function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** For screen readers; the table has every day. */
function inWords({ label, show }: Metric, values: readonly { day: string; value: number }[]): string {
  const sum = values.reduce((total, { value }) => total + value, 0);
  const best = values.reduce((most, one) => (one.value > most.value ? one : most), { day: "", value: 0 });
  const peak = best.value > 0 ? ` The best day was ${calendarDay(best.day)} with ${show(best.value)}.` : "";
  return `${label} by day: ${show(sum)} in all.${peak}`;
}

type Day = { views: number; watched_s: number; followers: number; likes: number };

type Metric = { name: keyof Day; label: string; show: (value: number) => string };

const METRICS: readonly [Metric, ...Metric[]] = [
  { name: "views", label: "Views", show: exactly },
  { name: "watched_s", label: "Watch time", show: watchTime },
  { name: "followers", label: "Followers gained", show: exactly },
  { name: "likes", label: "Likes", show: exactly },
];
