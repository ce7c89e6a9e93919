import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openStage, type Stage } from "#testing/stage.ts";
import { openLog } from "../log.ts";

const FORWARDED = { headers: { "x-forwarded-for": "203.0.113.1" } };

async function openLogged(environment: Record<string, string>): Promise<{ stage: Stage; warnings(): string[] }> {
  const stage = await openStage(environment);
  const file = path.join(stage.deps.config.dataDir, "log");
  Object.assign(stage.deps, { log: openLog("warn", file) });
  await stage.restart();
  return {
    stage,
    warnings: () =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes("TRUST_PROXY")),
  };
}

test("a proxy that nobody told of is spoken of once in the log, and gets no figures for those behind it", async () => {
  const { stage, warnings } = await openLogged({});
  expect((await stage.visitor.send("GET", "/metrics")).status).toBe(200);
  expect(warnings()).toEqual([]);
  expect((await stage.visitor.send("GET", "/metrics", FORWARDED)).status).toBe(404);
  expect((await stage.visitor.send("GET", "/healthz", FORWARDED)).status).toBe(200);
  await expect.poll(() => warnings().length).toBe(1);
});

test("a proxy that is trusted is not spoken of", async () => {
  const { stage, warnings } = await openLogged({ TRUST_PROXY: "loopback" });
  expect((await stage.visitor.send("GET", "/healthz", FORWARDED)).status).toBe(200);
  expect(warnings()).toEqual([]);
});
