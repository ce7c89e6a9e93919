import type { Retention } from "@app/contract/analytics";
import { Area, AreaChart, CartesianGrid, ReferenceArea, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
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
