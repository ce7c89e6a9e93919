import { cpSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { refusal } from "@app/contract/http";
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MIGRATIONS } from "#platform/db/migrate.ts";
import { toDatabase } from "#testing/shared-postgres.ts";
import { createTestApp } from "#testing/test-app.ts";
import { serveHealth } from "./monitoring.ts";
import { createServer } from "./server.ts";

afterEach(() => vi.restoreAllMocks());

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
    vi.spyOn(deps, "now").mockImplementation(() => new Date(Date.now() + aheadMs));
    expect((await testApp.visitor.send("GET", "/readyz")).status).toBe(200);
    aheadMs = 120_000;
    const gone = await testApp.visitor.send("GET", "/readyz");
    expect(gone.status).toBe(503);
    expect(Object.keys(JSON.parse(gone.text).errors)).toEqual(["database", "migrations"]);
    for (const connection of held) connection.release();
    await expect.poll(async () => (await testApp.visitor.send("GET", "/readyz")).status).toBe(200);
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
