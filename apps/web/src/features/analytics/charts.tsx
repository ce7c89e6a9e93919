import type { Retention } from "@app/contract/analytics";
import { exactly } from "@app/contract/formats";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { duration } from "#lib/format.ts";
import { AXIS, MARGIN, TOOLTIP } from "#ui/bar-chart.tsx";

/** The share of viewers who reached each part; the parts replayed most are shaded. */
export function RetentionChart({ retention }: { retention: Retention }) {
  const points = retention.buckets.map(({ from_s, share }) => ({
    atS: from_s,
    percent: share === null ? null : Math.round(share * 100),
  }));
  const endS = retention.buckets.at(-1)?.to_s ?? 0;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={points} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="atS"
          type="number"
          domain={[0, endS]}
          {...AXIS}
          minTickGap={40}
          tickFormatter={(atS: number) => duration(atS)}
        />
        <YAxis domain={[0, 100]} {...AXIS} width={48} tickFormatter={(percent: number) => `${percent}%`} />
        <Tooltip
          {...TOOLTIP}
          labelFormatter={(atS) => `At ${duration(Number(atS))}`}
          formatter={(percent) => [`${percent}%`, "Still watching"]}
        />
        {retention.most_replayed.map(({ from_s, to_s }) => (
          <ReferenceArea key={from_s} x1={from_s} x2={to_s} fill="var(--clay)" fillOpacity={0.45} />
        ))}
        <Area
          dataKey="percent"
          type="stepAfter"
          stroke="var(--accent)"
          strokeWidth={2}
          fill="var(--accent)"
          fillOpacity={0.18}
          connectNulls={false}
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

export type SourceChartProps = { bars: readonly { name: string; views: number }[] };

/** Its bars lie on their side: the names of the sources are too long for the axis below. */
export function SourceChart({ bars }: SourceChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...bars]} layout="vertical" margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis type="number" {...AXIS} allowDecimals={false} minTickGap={24} tickFormatter={exactly} />
        <YAxis type="category" dataKey="name" {...AXIS} width={150} interval={0} />
        <Tooltip {...TOOLTIP} formatter={(views) => [exactly(Number(views)), "Views"]} />
        <Bar dataKey="views" fill="var(--accent)" maxBarSize={32} radius={[0, 3, 3, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
