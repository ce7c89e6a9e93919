import { Bar, CartesianGrid, BarChart as Chart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

export const AXIS = { stroke: "var(--muted)", tick: { fill: "var(--muted)", fontSize: 12 }, tickLine: false } as const;
export const TOOLTIP = {
  contentStyle: { background: "var(--raised)", border: "1px solid var(--edge)", borderRadius: 6 },
  labelStyle: { color: "var(--muted)" },
  itemStyle: { color: "var(--text)" },
  cursor: { fill: "var(--lift)", stroke: "var(--edge)" },
  isAnimationActive: false,
} as const;
export const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 } as const;

export type BarChartProps = {
  bars: readonly { name: string; value: number }[];
  /** What is counted. */
  label: string;
  /** A value as text. */
  show: (value: number) => string;
  /** A value at the side of the chart, if it needs to be shorter there. */
  showShort?: (value: number) => string;
  /** A bar's name on the axis. */
  tick: (name: string) => string;
  /** Gold is for money. */
  tone?: "accent" | "gold";
};

/** Loaded on demand, because its library is large. */
export function BarChart({ bars, label, show, showShort = show, tick, tone = "accent" }: BarChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Chart data={[...bars]} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="name" {...AXIS} minTickGap={24} tickFormatter={tick} />
        <YAxis {...AXIS} width={56} allowDecimals={false} tickFormatter={showShort} />
        <Tooltip {...TOOLTIP} formatter={(value) => [show(Number(value)), label]} />
        <Bar dataKey="value" fill={`var(--${tone})`} radius={[3, 3, 0, 0]} isAnimationActive={false} />
      </Chart>
    </ResponsiveContainer>
  );
}
