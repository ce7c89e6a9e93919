import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createTestApp, type TestApp } from "#testing/test-app.ts";
import { createLog } from "../log.ts";

const FORWARDED = { headers: { "x-forwarded-for": "203.0.113.1" } };

async function openLogged(environment: Record<string, string>): Promise<{ testApp: TestApp; warnings(): string[] }> {
  const testApp = await createTestApp(environment);
  const file = path.join(testApp.deps.config.dataDir, "log");
  Object.assign(testApp.deps, { log: createLog("warn", file) });
  await testApp.restart();
  return {
    testApp,
    warnings: () =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes("TRUST_PROXY")),
  };
}

test("an unconfigured proxy is logged once, and gets no metrics for the clients behind it", async () => {
  const { testApp, warnings } = await openLogged({});
  expect((await testApp.visitor.send("GET", "/metrics")).status).toBe(200);
  expect(warnings()).toEqual([]);
  expect((await testApp.visitor.send("GET", "/metrics", FORWARDED)).status).toBe(404);
  expect((await testApp.visitor.send("GET", "/healthz", FORWARDED)).status).toBe(200);
  await expect.poll(() => warnings().length).toBe(1);
});

test("a trusted proxy is not logged", async () => {
  const { testApp, warnings } = await openLogged({ TRUST_PROXY: "loopback" });
  expect((await testApp.visitor.send("GET", "/healthz", FORWARDED)).status).toBe(200);
  expect(warnings()).toEqual([]);
});
