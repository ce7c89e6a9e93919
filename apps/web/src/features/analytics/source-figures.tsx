import type { ChannelAnalytics } from "@app/contract/analytics";
import { MESSAGES } from "@app/contract/errors";
import { type CsvCell, exactly } from "@app/contract/formats";
import type { ViewSource } from "@app/contract/views";
import { useState } from "react";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { NumberTable } from "#ui/number-table.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { SourceChartProps } from "./charts.tsx";

const { Component: SourceChart } = lazyWithPreload<SourceChartProps>(
  async () => (await withOfflineError(import("./charts.tsx"))).SourceChart,
  () => <Skeleton className="size-full rounded-media" />,
  { Fallback: LoadError },
);

const SOURCE_LABELS: Record<ViewSource, string> = {
  explore: "Explore and categories",
  search: "Search",
  channel: "Your channel",
  following: "Following",
  related: "Watch next",
  direct: "Direct",
  outside: "Other websites",
};

type Sources = ChannelAnalytics["sources"];

/** Where the views came from, as a chart or as a table. */
export function SourceFigures({ sources }: { sources: Sources }) {
  const [isTable, setTable] = useState(false);
  const total = sumOf(sources);
  if (total === 0) return <p className="text-muted">{MESSAGES.noData}</p>;
  return (
    <div className="flex flex-col gap-4">
      <Switch label="Show sources as a table" checked={isTable} onChange={() => setTable(!isTable)} />
      {isTable ? (
        <NumberTable
          label="Sources of views"
          head={["Source", "Views", "Share"]}
          rows={sources.map(({ source, views }) => ({
            key: source,
            cells: [SOURCE_LABELS[source], exactly(views), shareOf(views, total)],
          }))}
        />
      ) : (
        <div role="img" aria-label={inWords(sources)} className="h-72 w-full">
          <SourceChart bars={sources.map(({ source, views }) => ({ name: SOURCE_LABELS[source], views }))} />
        </div>
      )}
    </div>
  );
}

function sumOf(sources: Sources): number {
  return sources.reduce((sum, { views }) => sum + views, 0);
}

function shareOf(views: number, total: number): string {
  return `${Math.round((views / total) * 100)}%`;
}

/** For screen readers. */
function inWords(sources: Sources): string {
  const total = sumOf(sources);
  return `Sources of views: ${sources.map(({ source, views }) => `${SOURCE_LABELS[source]} ${shareOf(views, total)}`).join(", ")}.`;
}

export function sourceRows(sources: Sources): CsvCell[][] {
  return [["Source", "Views"], ...sources.map(({ source, views }) => [SOURCE_LABELS[source], views])];
}
