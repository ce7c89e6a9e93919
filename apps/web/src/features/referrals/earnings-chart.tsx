import { CHART_TYPES, type ChartType, type MonthlyChart } from "@app/contract/earnings";
import { exactly, toDollars } from "@app/contract/formats";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { monthInWords } from "#lib/dates.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import type { BarChartProps } from "#ui/bar-chart.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { NumberTable } from "#ui/number-table.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { monthlyChart } from "./referrals.queries.ts";

const { Component: BarChart } = lazyWithPreload<BarChartProps>(
  async () => (await withOfflineError(import("#ui/bar-chart.tsx"))).BarChart,
  () => <Skeleton className="size-full rounded-media" />,
  { Fallback: LoadError },
);

type Look = {
  /** Divides a value, so that the chart has round numbers at its side. */
  unit: number;

  label: string;
  column: string;
  hint: string;
  show: (n: number) => string;
  showShort: (n: number) => string;
};

const TYPES: Record<ChartType, Look> = {
  earnings: {
    label: "Money earned",
    column: "Earned",
    hint: "Each reward counts in the month in which you earned it. Reversed rewards are left out.",
    show: toDollars,
    unit: 100,
    showShort: (dollars) => `$${exactly(dollars)}`,
  },
  referrals: {
    label: "People who joined",
    column: "People",
    hint: "Each person counts in the month in which they signed up, whether or not they earned you a reward.",
    show: exactly,
    unit: 1,
    showShort: exactly,
  },
};

/** The last twelve months as a chart or as a table. */
export function EarningsChart() {
  const [type, setType] = useState<ChartType>("earnings");
  const [isTable, setTable] = useState(false);
  const chart = useQuery(monthlyChart(type));
  return (
    <Section title="Month by month" subtitle="Your last twelve months">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <RadioGroup
          legend="Show"
          name="chart-type"
          isRow
          options={CHART_TYPES.map((value) => ({ value, label: TYPES[value].label }))}
          value={type}
          onChange={({ target }) => setType(CHART_TYPES.find((value) => value === target.value) ?? "earnings")}
        />
        <Switch
          className="min-h-11 justify-center"
          label="Show as a table"
          checked={isTable}
          onChange={() => setTable(!isTable)}
        />
      </div>
      {chart.isPending && <Skeleton className="h-72 w-full rounded-media" />}
      {!chart.isPending && !chart.data && (
        <LoadError error={chart.error} isRetrying={chart.isFetching} onRetry={() => void chart.refetch()} />
      )}
      {chart.data && (isTable ? <Table chart={chart.data} /> : <Bars chart={chart.data} />)}
      <p className="text-sm text-muted">{TYPES[type].hint}</p>
    </Section>
  );
}

function Table({ chart: { type, months } }: { chart: MonthlyChart }) {
  const { column, show, label } = TYPES[type];
  const total = months.reduce((sum, { value }) => sum + value, 0);
  return (
    <NumberTable
      label={`${label} by month`}
      head={["Month", column]}
      rows={[
        ...months.toReversed().map(({ month, value }) => ({ key: month, cells: [monthInWords(month), show(value)] })),
        { key: "total", cells: ["All twelve months", show(total)] },
      ]}
    />
  );
}

function Bars({ chart: { type, months } }: { chart: MonthlyChart }) {
  const { label, show, showShort, unit } = TYPES[type];
  if (months.every(({ value }) => value === 0))
    return (
      <p className="flex h-72 items-center justify-center rounded-media border border-line p-6 text-center text-muted">
        Nothing in the last twelve months.
      </p>
    );
  return (
    <div role="img" aria-label={inWords(type, months)} className="h-72 w-full">
      <BarChart
        bars={months.map(({ month, value }) => ({ name: monthInWords(month), value: value / unit }))}
        label={label}
        show={(value) => show(Math.round(value * unit))}
        showShort={showShort}
        tick={(month) => month.slice(0, 3)}
        tone={type === "earnings" ? "gold" : "accent"}
      />
    </div>
  );
}

/** For screen readers; the table has every month. */
function inWords(type: ChartType, months: MonthlyChart["months"]): string {
  const { label, show } = TYPES[type];
  const total = months.reduce((sum, { value }) => sum + value, 0);
  const best = months.reduce((most, one) => (one.value > most.value ? one : most), { month: "", value: 0 });
  const peak = best.value > 0 ? ` The best month was ${monthInWords(best.month)} with ${show(best.value)}.` : "";
  return `${label} by month: ${show(total)} in all.${peak}`;
}
