import { cpSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import pg from "pg";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { MIGRATIONS } from "#platform/db/migrate.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { runJobsOnce } from "#platform/jobs/worker.ts";
import { createMetrics } from "#platform/metrics.ts";
import { startPausableProxy } from "#testing/pausable-proxy.ts";
import { toDatabase } from "#testing/shared-postgres.ts";
import { createTestApp, type TestApp } from "#testing/test-app.ts";
import { cloneDatabase } from "#testing/test-database.ts";
import { serveHealth } from "./monitoring.ts";
import { createServer } from "./server.ts";

afterEach(() => vi.restoreAllMocks());

function passTime(aheadMs: () => number): void {
  const runningMs = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => runningMs() + aheadMs());
}

describe("health checks", () => {
  test("report alive and ready, without authentication", async () => {
    const testApp = await createTestApp();
    const alive = await testApp.visitor.send("GET", "/healthz");
    const ready = await testApp.visitor.send("GET", "/readyz");
    expect(alive.status).toBe(200);
    expect(alive.headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse(alive.text)).toEqual({
      code: 200,
      status: "success",
      message: "The server is alive.",
      data: null,
    });
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.text).data).toEqual({ database: "ok", migrations: "ok", storage: "ok" });
  });

  test("stay ready while a deploy adds the migrations of the next release", async () => {
    const testApp = await createTestApp();
    const folder = path.join(testApp.deps.config.dataDir, "migrations");
    cpSync(MIGRATIONS, folder, { recursive: true });
    const app = await createServer(testApp.deps.log, { trustProxy: null });
    serveHealth(app, testApp.deps, { folder });
    writeFileSync(path.join(folder, "9999_of_the_next_release.sql"), "select 1;");
    expect((await app.inject("/readyz")).statusCode).toBe(200);
    await app.close();
  });

  test("name a pending migration, while the server stays alive", async () => {
    const testApp = await createTestApp();
    await testApp.deps.pool.query("delete from migrations where name like '0004%'");
    const reply = await testApp.visitor.send("GET", "/readyz");
    expect(refusal.parse(JSON.parse(reply.text))).toMatchObject({
      code: 503,
      kind: "unavailable",
      message: "Not ready: migrations.",
      errors: { migrations: ["Not applied yet: 0004_discovery.sql."] },
    });
    expect(reply.status).toBe(503);
    expect((await testApp.visitor.send("GET", "/healthz")).status).toBe(200);
  });

  test("name a storage that is not writable, without its location", async () => {
    const testApp = await createTestApp();
    const media = path.join(testApp.deps.config.dataDir, "media");
    rmSync(media, { recursive: true, force: true });
    writeFileSync(media, "a file where the folder belongs");
    const reply = await testApp.visitor.send("GET", "/readyz");
    expect(reply.status).toBe(503);
    expect(JSON.parse(reply.text).errors).toEqual({ storage: ["The storage does not answer."] });
    expect(reply.text).not.toContain(testApp.deps.config.dataDir);
  });

  test("run once for concurrent probes, and write to the storage no more often", async () => {
    const testApp = await createTestApp();
    // A spy that calls the original.
    const written = vi.spyOn(testApp.deps.storage, "check");
    const probes = await Promise.all(Array.from({ length: 50 }, () => testApp.visitor.send("GET", "/readyz")));
    for (let more = 0; more < 50; more++) probes.push(await testApp.visitor.send("GET", "/readyz"));
    expect(new Set(probes.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(written).toHaveBeenCalledTimes(1);
  });

  test("stay ready while the database is briefly busy, but not if it stays unresponsive", async () => {
    const testApp = await createTestApp();
    const { deps } = testApp;
    expect((await testApp.visitor.send("GET", "/readyz")).status).toBe(200);
    // Every connection is in use.
    const held = await Promise.all(Array.from({ length: 5 }, () => deps.pool.connect()));
    let aheadMs = 3_000;
    passTime(() => aheadMs);
    expect((await testApp.visitor.send("GET", "/readyz")).status).toBe(200);
    aheadMs = 120_000;
    const gone = await testApp.visitor.send("GET", "/readyz");
    expect(gone.status).toBe(503);
    expect(Object.keys(JSON.parse(gone.text).errors)).toEqual(["database", "migrations"]);
    for (const connection of held) connection.release();
    await expect.poll(async () => (await testApp.visitor.send("GET", "/readyz")).status).toBe(200);
  });

  test("do not repeat an old answer after the clock was set back", async () => {
    const testApp = await createTestApp();
    const { deps } = testApp;
    expect((await testApp.visitor.send("GET", "/readyz")).status).toBe(200);
    vi.spyOn(deps, "now").mockImplementation(() => new Date(Date.now() - 3_600_000));
    passTime(() => 11_000);
    vi.spyOn(deps.storage, "check").mockRejectedValue(new Error("gone"));
    expect((await testApp.visitor.send("GET", "/readyz")).status).toBe(503);
  });

  test("say that something does not answer while the database is away, and go on when it is back", async () => {
    const database = await cloneDatabase();
    const proxy = await startPausableProxy(database.url);
    const testApp = await createTestApp({}, { url: proxy.url, drop: database.drop });
    onTestFinished(() => proxy.close());
    proxy.refuse();
    const reply = await testApp.visitor.send("GET", `${API_PREFIX}${categoryRoutes.list.path}`);
    expect(reply.status).toBe(503);
    expect(reply.headers.get("retry-after")).toBe("10");
    expect(refusal.parse(JSON.parse(reply.text))).toMatchObject({
      kind: "unavailable",
      message: "A service that we depend on is not responding. Please try again in a minute.",
    });
    const ready = await testApp.visitor.send("GET", "/readyz");
    expect(JSON.parse(ready.text).errors).toEqual({
      database: ["The database does not answer."],
      migrations: ["The migrations cannot be read."],
    });
    proxy.resume();
    expect((await testApp.visitor.send("GET", `${API_PREFIX}${categoryRoutes.list.path}`)).status).toBe(200);
  });

  test("report alive, serve metrics and name what is missing without a database", async () => {
    const testApp = await createTestApp();
    await shutDatabase(testApp.deps.config.databaseUrl ?? "");
    const ready = await testApp.visitor.send("GET", "/readyz");
    expect(ready.status).toBe(503);
    expect(Object.keys(JSON.parse(ready.text).errors)).toEqual(["database", "migrations"]);
    expect((await testApp.visitor.send("GET", "/healthz")).status).toBe(200);
    expect((await testApp.visitor.send("GET", "/metrics")).status).toBe(200);
  });
});

/** Terminates all connections to a database and refuses new ones. */
async function shutDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: toDatabase(url, "postgres") });
  await client.connect();
  await client.query(`alter database ${name} with allow_connections false`);
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  await client.end();
}

const testApp = await createTestApp();

async function readMetrics(): Promise<string[]> {
  const reply = await testApp.visitor.send("GET", "/metrics");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return reply.text.split("\n");
}

describe("the metrics", () => {
  test("count requests by route and status, never by URL", async () => {
    await testApp.visitor.call(categoryRoutes.list);
    await testApp.visitor.call(categoryRoutes.list);
    await testApp.visitor.refused(accountRoutes.devices);
    await testApp.visitor.send("GET", "/api/v1/a-secret-that-somebody-typed");

    const lines = await readMetrics();

    const count = (route: string, method: string, code: number) =>
      `fieldhouse_http_request_seconds_count{method="${method}",route="${route}",code="${code}",role="web"}`;
    expect(lines).toContain(`${count("categories.list", "GET", 200)} 2`);
    expect(lines).toContain(`${count("accounts.devices", "GET", 401)} 1`);
    expect(lines).toContain(`${count("none", "GET", 404)} 1`);
    expect(lines.join("\n")).not.toContain("a-secret-that-somebody-typed");
  });

  test("count jobs by outcome, and show the queue", async () => {
    const job = defineJob({
      name: "test:sometimes",
      lane: "short",
      payload: z.strictObject({ fails: z.boolean() }),
      attempts: 1,
      timeoutMs: 1_000,
      run: async (_deps, { fails }) => {
        if (fails) throw new Error("as the test wants it");
      },
    });
    await enqueue(testApp.deps.sql, job, { fails: false });
    await enqueue(testApp.deps.sql, job, { fails: true });
    expect(await readMetrics()).toContain('fieldhouse_jobs_queued{job="test:sometimes",state="waiting",role="web"} 2');

    await runJobsOnce(testApp.deps, [job]);

    // The queue records a failure shortly after the job has failed.
    await expect
      .poll(readMetrics)
      .toContain('fieldhouse_jobs_queued{job="test:sometimes",state="failed",role="web"} 1');
    const lines = await readMetrics();
    expect(lines).toContain('fieldhouse_job_seconds_count{job="test:sometimes",outcome="done",role="web"} 1');
    expect(lines).toContain('fieldhouse_job_seconds_count{job="test:sometimes",outcome="failed",role="web"} 1');
  });

  test("cover the pool, the event loop and the process", async () => {
    const text = (await readMetrics()).join("\n");
    for (const name of [
      'fieldhouse_pg_pool_connections{state="busy",role="web"}',
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      "process_start_time_seconds",
      "nodejs_gc_duration_seconds",
    ])
      expect(text).toContain(name);
  });

  test("include the worker's, until it has ended", async () => {
    const worker = createMetrics("worker", testApp.deps.pool);
    worker.countJob({ name: "mail:send", outcome: "done", seconds: 0.2 });
    testApp.deps.metrics.setSnapshot("worker", await worker.snapshot());
    const line = 'fieldhouse_job_seconds_count{job="mail:send",outcome="done",role="worker"} 1';
    const lines = await readMetrics();
    expect(lines).toContain(line);
    expect(lines.filter((one) => one.startsWith("# TYPE fieldhouse_job_seconds "))).toHaveLength(1);

    testApp.deps.metrics.setSnapshot("worker", []);
    expect(await readMetrics()).not.toContain(line);
  });

  test("are readable by local requests only, also behind proxies", async () => {
    const ask = async (of: TestApp, headers: Record<string, string>) =>
      (await of.visitor.send("GET", "/metrics", { headers })).status;
    const behindProxy = await createTestApp({ TRUST_PROXY: "loopback" });
    for (const forwarded of [
      "203.0.113.9",
      "127.0.0.1, 203.0.113.9",
      "2001:db8::1",
      "10.2.3.4",
      "192.168.1.5",
      "fd00::1",
    ])
      expect([forwarded, await ask(behindProxy, { "x-forwarded-for": forwarded })]).toEqual([forwarded, 404]);
    expect(await ask(behindProxy, { "x-forwarded-for": "127.0.0.1" })).toBe(200);
    expect(await ask(testApp, {})).toBe(200);
    // An unknown proxy, whatever address it forwards.
    for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
      expect([header, await ask(testApp, { [header]: "127.0.0.1" })]).toEqual([header, 404]);
  });

  test("are readable from anywhere with the token, if one is configured", async () => {
    const token = "t".repeat(32);
    const guarded = await createTestApp({ METRICS_TOKEN: token, TRUST_PROXY: "loopback" });
    const ask = async (headers: Record<string, string>) =>
      (await guarded.visitor.send("GET", "/metrics", { headers })).status;
    const from = { "x-forwarded-for": "203.0.113.9" };
    expect(await ask({ ...from, authorization: `Bearer ${token}` })).toBe(200);
    for (const authorization of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, "Bearer", "Bearer é"])
      expect([authorization, await ask({ ...from, authorization })]).toEqual([authorization, 404]);
    expect(await ask(from)).toBe(404);
    expect(await ask({})).toBe(404);
    // The token is valid for nothing else.
    expect(
      (await guarded.visitor.send("GET", "/api/v1/devices", { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
  });

  test("require a long token", async () => {
    await expect(createTestApp({ METRICS_TOKEN: "short" })).rejects.toThrow("METRICS_TOKEN");
  });
});
