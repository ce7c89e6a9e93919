import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";
import { endWithUs } from "#platform/postgres/embedded-postgres.ts";
import { childEnv } from "./child-env.ts";
import { freePort } from "./free-port.ts";
import type { TestApp } from "./test-app.ts";

const MAIN = path.resolve(import.meta.dirname, "../main.ts");
/** Not a performance limit: a busy machine takes minutes. */
const READY_LIMIT_MS = 280_000;

/** A web server in a process of its own, beside the test's on the same data. */
export type WebProcess = {
  origin: string;
  /** `kill -9`: nothing is cleaned up. */
  kill(): Promise<void>;
  /** Stops it as a deploy does. @returns the exit code */
  stop(): Promise<number | null>;
};

/** Starts one, which ends with the test file. */
export async function startWebProcess(
  { deps }: Pick<TestApp, "deps">,
  environment: Record<string, string> = {},
): Promise<WebProcess> {
  const { config } = deps;
  const port = await freePort();
  let said = "";
  const child = spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...childEnv(),
      NODE_ENV: "test",
      ROLE: "web",
      PORT: String(port),
      PUBLIC_URL: config.publicUrl,
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? "",
      DATABASE_CONNECTIONS: "3",
      SECRET_KEY: config.secretKeys.join(","),
      DEMO: "0",
      LOG_LEVEL: "warn",
      RATE_LIMITS: "off",
      ...environment,
    },
  });
  if (child.pid !== undefined) child.once("exit", endWithUs(child.pid, { signal: "TERM", user: null }));
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
  afterAll(() => end(child, "SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  for (const untilMs = Date.now() + READY_LIMIT_MS; !(await isReady(origin)); await sleep(50))
    if (child.exitCode !== null || Date.now() > untilMs) throw new Error(`the web process did not start:\n${said}`);
  return {
    origin,
    async kill() {
      await end(child, "SIGKILL");
    },
    stop: () => end(child, "SIGTERM"),
  };
}

/** The environment of a process whose clock is wrong by this much. */
export function withClockAhead(seconds: number): Record<string, string> {
  const code = `const Right = Date, ms = ${seconds * 1_000};
    globalThis.Date = class extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ms) : super(...given); }
      static now() { return Right.now() + ms; }
    };`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  child.kill(signal);
  return ended;
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );
}
