import type { Metrics, MetricsSnapshot } from "../metrics.ts";

const TELL_EVERY_MS = 5_000;

type ToldMetrics = { kind: "metrics"; metrics: MetricsSnapshot };

/** A worker answers no requests; what it counts is told to the process that started it, and shown there. */
export function tellMetrics(metrics: Metrics): void {
  setInterval(() => {
    void tell(metrics);
  }, TELL_EVERY_MS).unref();
}

async function tell(metrics: Metrics): Promise<void> {
  const told: ToldMetrics = { kind: "metrics", metrics: await metrics.snapshot() };
  // With a callback: a process that is gone by now is no fault.
  if (process.connected) process.send?.(told, () => undefined);
}

export function isToldMetrics(told: unknown): told is ToldMetrics {
  return typeof told === "object" && told !== null && "kind" in told && told.kind === "metrics";
}
