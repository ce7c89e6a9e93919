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

/** The metrics of this process, and those that the worker process reported to it. */
export type Metrics = {
  countRequest(request: { method: string; route: string; code: number; seconds: number }): void;
  countJob(job: { name: string; outcome: JobOutcome; seconds: number }): void;
  /** @param count open live connections in this process */
  setSockets(count: number): void;
  /** @param sockets number of live connections that the event was sent to */
  countPublished(event: string, sockets: number): void;
  /** @param from the server that a read which may run on the replica was served by */
  countRead(from: "replica" | "primary"): void;
  /** @param by what handed that many live events to the web processes */
  countFanout(by: "redis" | "notify", events: number): void;
  setRedis(isUp: boolean): void;
  /** This process's metrics, to be sent to the process that serves `/metrics`. */
  snapshot(): Promise<MetricsSnapshot>;
  /** Replaces the metrics of another process; an empty snapshot removes them. */
  setSnapshot(role: string, snapshot: MetricsSnapshot): void;
  /** All metrics in Prometheus's text format. */
  print(): Promise<string>;
  contentType: string;
};

export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_800, 7_200];

/** @param role a label on every metric, to distinguish the processes of one machine */
export function createMetrics(role: string, pool: Pool): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  watchPool(registry, pool);
  // Only once per machine: the worker sees the same queue.
  if (role !== "worker") watchQueue(registry, pool);

  const requests = new Histogram({
    name: "fieldhouse_http_request_seconds",
    help: "Time from the first byte of a request to the last byte of its reply",
    labelNames: ["method", "route", "code"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: "fieldhouse_job_seconds",
    help: "Duration of a job's attempt",
    labelNames: ["job", "outcome"],
    buckets: JOB_SECONDS,
    registers,
  });
  const sockets = new Gauge({ name: "fieldhouse_live_sockets", help: "Open live connections", registers });
  const published = new Counter({
    name: "fieldhouse_live_events_total",
    help: "Events sent to live connections, counted per connection",
    labelNames: ["event"],
    registers,
  });
  const reads = new Counter({
    name: "fieldhouse_replica_reads_total",
    help: "Reads that a replica may serve, by the server that did; none without a replica",
    labelNames: ["from"],
    registers,
  });
  const fanout = new Counter({
    name: "fieldhouse_live_fanout_total",
    help: "Live events that this process handed to all web processes, by the way they went; none where NOTIFY is the only one",
    labelNames: ["by"],
    registers,
  });
  let redis: Gauge | null = null;
  const others = new Map<string, MetricsSnapshot>();

  return {
    contentType: registry.contentType,
    countRequest: ({ method, route, code, seconds }) => requests.observe({ method, route, code }, seconds),
    countJob: ({ name, outcome, seconds }) => jobs.observe({ job: name, outcome }, seconds),
    setSockets: (count) => sockets.set(count),
    countPublished: (event, to) => published.inc({ event }, to),
    countRead: (from) => reads.inc({ from }),
    countFanout: (by, events) => fanout.inc({ by }, events),
    setRedis(isUp) {
      // Only where there is one: 0 would be an alarm.
      redis ??= new Gauge({ name: "fieldhouse_redis_up", help: "Whether the Redis of REDIS_URL answers", registers });
      redis.set(isUp ? 1 : 0);
    },
    snapshot: () => registry.getMetricsAsJSON(),
    setSnapshot: (from, snapshot) => void others.set(from, snapshot),
    async print() {
      const all = [await registry.getMetricsAsJSON(), ...others.values()];
      // The role label makes every series unique, so summing changes no value.
      const asSums = all.map((snapshot) => snapshot.map((metric) => ({ ...metric, aggregator: "sum" })));
      return AggregatorRegistry.aggregate(asSums).metrics();
    },
  };
}

function watchPool(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: "fieldhouse_pg_pool_connections",
    help: "Database connections by state; `waiting` are callers that wait for one",
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
    help: "Idle database connections that were lost",
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
    help: "Jobs in the queue by state; `failed` have no attempts left",
    labelNames: ["job", "state"],
    registers: [registry],
    async collect() {
      queue.reset();
      // Expose the other metrics even when the database is down.
      const { rows } = await pool
        .query<{ job: string; count: number; state: string }>(QUEUE)
        .catch(() => ({ rows: [] }));
      for (const { job, state, count } of rows) queue.set({ job, state }, count);
    },
  });
}
