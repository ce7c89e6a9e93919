import type { Pool } from "pg";
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";

export type JobOutcome = "done" | "failed" | "stopped";

/** What this process counts of itself, and what the worker beside it has told of itself. */
export type Metrics = {
  countRequest(request: { method: string; route: string; code: number; seconds: number }): void;
  countJob(job: { name: string; outcome: JobOutcome; seconds: number }): void;
  /** @param count live connections that are open in this process */
  setSockets(count: number): void;
  /** @param sockets to how many live connections the event was sent */
  countPublished(event: string, sockets: number): void;
  /** The state of this process, to be sent to the process that answers `/metrics` for both. */
  snapshot(): Promise<MetricsSnapshot>;
  /** Shows what another process counts beside what this one does; an empty snapshot when it has ended. */
  keep(role: string, snapshot: MetricsSnapshot): void;
  /** The exposition format that Prometheus reads. */
  print(): Promise<string>;
  contentType: string;
};

export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200];

/** @param role stands on every line, so that the processes of one machine can be told apart */
export function createMetrics(role: string, pool: Pool): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  watchPool(registry, pool);
  // Once a machine: the queue is the same seen from the worker.
  if (role !== "worker") watchQueue(registry, pool);

  const requests = new Histogram({
    name: "fieldhouse_http_request_seconds",
    help: "Time from the first byte of a request to the last of its answer",
    labelNames: ["method", "route", "code"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: "fieldhouse_job_seconds",
    help: "Time that a try of a job took",
    labelNames: ["job", "outcome"],
    buckets: JOB_SECONDS,
    registers,
  });
  const sockets = new Gauge({ name: "fieldhouse_live_sockets", help: "Live connections that are open", registers });
  const told = new Counter({
    name: "fieldhouse_live_events_total",
    help: "Events sent to live connections, once for each of them",
    labelNames: ["event"],
    registers,
  });
  const others = new Map<string, MetricsSnapshot>();

  return {
    contentType: registry.contentType,
    countRequest: ({ method, route, code, seconds }) => requests.observe({ method, route, code }, seconds),
    countJob: ({ name, outcome, seconds }) => jobs.observe({ job: name, outcome }, seconds),
    setSockets: (count) => sockets.set(count),
    countPublished: (event, to) => told.inc({ event }, to),
    snapshot: () => registry.getMetricsAsJSON(),
    keep: (from, snapshot) => void others.set(from, snapshot),
    async print() {
      const all = [await registry.getMetricsAsJSON(), ...others.values()];
      // No two processes share a line, for each line names its role: the sum is the line itself.
      const asSums = all.map((snapshot) => snapshot.map((metric) => ({ ...metric, aggregator: "sum" })));
      return AggregatorRegistry.aggregate(asSums).metrics();
    },
  };
}

function watchPool(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: "fieldhouse_pg_pool_connections",
    help: "Connections to the database by state; `waiting` are callers without one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      connections.set({ state: "idle" }, pool.idleCount);
      connections.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  const failures = new Counter({
    name: "fieldhouse_pg_connection_failures_total",
    help: "Idle connections to the database that broke",
    registers: [registry],
  });
  pool.on("error", () => failures.inc());
}

const QUEUE = `
  select task_identifier as job, count(*)::int as count,
    case
      when attempts >= max_attempts and locked_at is null then 'failed'
      when locked_at is not null then 'running'
      when run_at > now() then 'scheduled'
      else 'waiting'
    end as state
  from graphile_worker.jobs group by 1, 3`;

function watchQueue(registry: Registry, pool: Pool): void {
  const queue = new Gauge({
    name: "fieldhouse_jobs_queued",
    help: "Jobs in the queue by state; `failed` have no try left",
    labelNames: ["job", "state"],
    registers: [registry],
    async collect() {
      queue.reset();
      // Without a database the other figures are still told, now more than ever.
      const { rows } = await pool
        .query<{ job: string; count: number; state: string }>(QUEUE)
        .catch(() => ({ rows: [] }));
      for (const { job, state, count } of rows) queue.set({ job, state }, count);
    },
  });
}
