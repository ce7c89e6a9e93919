import type { AnalyticsItem, ChannelAnalytics } from "@app/contract/analytics";
import type { ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import { exactly } from "@app/contract/formats";
import type { ViewSource } from "@app/contract/views";
import { useState } from "react";
import { calendarDay } from "#lib/dates.ts";
import { duration } from "#lib/format.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import type { BarChartProps } from "#ui/bar-chart.tsx";
import { Switch } from "#ui/field.tsx";
import { NumberTable } from "#ui/figures.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

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

type Day = { views: number; watched_s: number; followers: number; likes: number };

type Metric = { name: keyof Day; label: string; show: (value: number) => string };

const METRICS: readonly [Metric, ...Metric[]] = [
  { name: "views", label: "Views", show: exactly },
  { name: "watched_s", label: "Watch time", show: watchTime },
  { name: "followers", label: "Followers gained", show: exactly },
  { name: "likes", label: "Likes", show: exactly },
];

/** @returns m:ss below an hour, then hours */
export function watchTime(seconds: number): string {
  if (seconds < 3_600) return duration(seconds);
  return `${(seconds / 3_600).toFixed(1)} h`;
}

type Part = { from_s: number; to_s: number };

/** A time in a curve: with tenths where its parts are shorter than a second. */
export function partTime(atS: number, { from_s, to_s }: Part): string {
  if (to_s - from_s >= 1) return duration(atS);
  const tenths = Math.round(atS * 10);
  return `${duration(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Neighboring parts as one, in the order of the video. */
export function mergeParts(parts: readonly Part[]): Part[] {
  const merged: Part[] = [];
  for (const { from_s, to_s } of parts.toSorted((one, other) => one.from_s - other.from_s)) {
    const last = merged.at(-1);
    if (last && from_s - last.to_s < 0.001) last.to_s = to_s;
    else merged.push({ from_s, to_s });
  }
  return merged;
}
