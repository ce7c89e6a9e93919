import type { AnalyticsItem, ChannelAnalytics } from "@app/contract/analytics";
import type { ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import type { ViewSource } from "@app/contract/views";
import { useState } from "react";
import { calendarDay } from "#lib/dates.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import type { BarChartProps } from "#ui/bar-chart.tsx";
import { Switch } from "#ui/field.tsx";
import { NumberTable } from "#ui/figures.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { METRICS, type Metric, watchTime } from "./metrics.ts";

const { Component: BarChart } = lazyWithPreload<BarChartProps>(
  async () => (await withOfflineError(import("#ui/bar-chart.tsx"))).BarChart,
  () => <Skeleton className="size-full rounded-media" />,
  { Fallback: LoadError },
);

type DayFiguresProps = Pick<ChannelAnalytics, "days"> & { timeZone: string };

/** One number by day as a chart, or all of them as a table. */
export function DayFigures({ days, timeZone }: DayFiguresProps) {
  const [metric, setMetric] = useState<Metric>(METRICS[0]);
  const [isTable, setTable] = useState(false);
  const values = days.map((day) => ({ day: day.day, value: day[metric.name] }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <RadioGroup
          legend="Show"
          name="metric"
          isRow
          options={METRICS.map(({ name, label }) => ({ value: name, label }))}
          value={metric.name}
          onChange={({ target }) => setMetric(METRICS.find(({ name }) => name === target.value) ?? METRICS[0])}
        />
        <Switch label="Show as table" checked={isTable} onChange={() => setTable(!isTable)} />
      </div>
      {isTable ? (
        <NumberTable
          label="Numbers by day"
          head={["Day", ...METRICS.map(({ label }) => label)]}
          rows={days.toReversed().map((day) => ({
            key: day.day,
            cells: [calendarDay(day.day), ...METRICS.map(({ name, show }) => show(day[name]))],
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

const SOURCE_LABELS: Record<ViewSource, string> = {
  explore: "Explore and categories",
  search: "Search",
  channel: "Your channel",
  following: "Following",
  related: "Watch next",
  direct: "Direct",
  outside: "Other websites",
};

export function SourceTable({ sources }: Pick<ChannelAnalytics, "sources">) {
  const total = sources.reduce((sum, { views }) => sum + views, 0);
  if (total === 0) return <p className="text-muted">{MESSAGES.noData}</p>;
  return (
    <NumberTable
      label="Sources of views"
      head={["Source", "Views", "Share"]}
      rows={sources.map(({ source, views }) => ({
        key: source,
        cells: [SOURCE_LABELS[source], views.toLocaleString("en"), `${Math.round((views / total) * 100)}%`],
      }))}
    />
  );
}

const TYPE_LABELS: Record<ContentType, string> = { video: "Video", image: "Image", document: "Document" };

type ItemTableProps = { items: readonly AnalyticsItem[]; onItem: (id: string) => void };

export function ItemTable({ items, onItem }: ItemTableProps) {
  if (items.length === 0) return <p className="text-muted">{MESSAGES.noData}</p>;
  return (
    <NumberTable
      label="Numbers by item"
      head={["Item", "Views", "Watch time", "Average watched", "Followers gained", "Likes"]}
      rows={items.map((item) => ({
        key: item.id,
        cells: [
          <button
            key="name"
            type="button"
            onClick={() => onItem(item.id)}
            className="flex min-h-9 w-56 flex-col items-start text-left hover:underline touch:min-h-11 sm:w-80"
          >
            <span className="w-full truncate font-semibold">{item.title}</span>
            <span className="text-xs text-muted">{TYPE_LABELS[item.type]}</span>
          </button>,
          item.views.toLocaleString("en"),
          item.type === "video" ? watchTime(item.watched_s) : "–",
          item.average_watched_s === null ? "–" : watchTime(item.average_watched_s),
          item.followers.toLocaleString("en"),
          item.likes.toLocaleString("en"),
        ],
      }))}
    />
  );
}
