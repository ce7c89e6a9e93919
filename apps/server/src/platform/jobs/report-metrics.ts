import type { Metrics, MetricsSnapshot } from "../metrics.ts";

const REPORT_EVERY_MS = 5_000;

type MetricsReport = { kind: "metrics"; metrics: MetricsSnapshot };

/** A worker serves no requests, so it reports its metrics to its parent process, which exposes them. */
export function reportMetrics(metrics: Metrics): void {
  setInterval(() => {
    void sendReport(metrics);
  }, REPORT_EVERY_MS).unref();
}

async function sendReport(metrics: Metrics): Promise<void> {
  const report: MetricsReport = { kind: "metrics", metrics: await metrics.snapshot() };
  // The callback swallows the error of a parent that has exited.
  if (process.connected) process.send?.(report, () => undefined);
}

export function isMetricsReport(message: unknown): message is MetricsReport {
  return typeof message === "object" && message !== null && "kind" in message && message.kind === "metrics";
}
