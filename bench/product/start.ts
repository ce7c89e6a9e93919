import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../apps/server/src/testing/free-port.ts";
import { toLean } from "../../scripts/bootstrap/lean.mjs";
import type { Settings } from "../settings.ts";
import { findChild } from "./proc.ts";

const MAIN = path.resolve(import.meta.dirname, "../../apps/server/src/main.ts");
const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
const ASK_EVERY_MS = 10;
/** High enough never to refuse, but still on, so that the cost of counting is measured too. */
const RATE_LIMITS = "login=999999999,writes=999999999";

/** `web` is the product without its worker, `demo` all of it with the demo world. */
export type Role = "all" | "web" | "demo";

export type Running = {
  origin: string;
  dataDir: string;
  /** From the start of the process until `/readyz` was 200. */
  readyMs: number;
  webPid: number;
  postgresPid: number;
  databaseUrl: string;
  /** The worker beside the web process. @throws Error if it was started without one */
  workerPid(): number;
  /** Stops it as Ctrl-C does. @returns how long that took, in milliseconds */
  stop(): Promise<number>;
};

/**
 * Starts the product as `npm start` does, on the given folder.
 * @param samePort the port of a killed product; by default any free one
 */
export async function startProduct(
  settings: Settings,
  dataDir: string,
  role: Role,
  samePort: number | null = null,
): Promise<Running> {
  const port = samePort ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const startedMs = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      ...toLean({}),
      FFMPEG_PATH: settings.ffmpegPath,
      FFPROBE_PATH: settings.ffprobePath,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      RATE_LIMITS,
      ...settings.environment,
      ...(role === "demo" ? { DEMO: "1", ROLE: "all" } : { DEMO: "0", ROLE: role }),
    },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said = (said + chunk).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  async function stop(): Promise<number> {
    const askedMs = performance.now();
    if (isRunning()) child.kill("SIGTERM");
    const limit = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
    await ended;
    clearTimeout(limit);
    return performance.now() - askedMs;
  }

  while (!(await isReady(origin))) {
    if (!isRunning()) throw new Error(`The product did not start: ${said.trim()}`);
    if (performance.now() - startedMs > READY_LIMIT_MS) {
      await stop();
      throw new Error(`The product was not ready in time: ${said.trim()}`);
    }
    await sleep(ASK_EVERY_MS);
  }
  const readyMs = performance.now() - startedMs;
  const webPid = child.pid ?? 0;
  return {
    origin,
    dataDir,
    readyMs,
    webPid,
    ...findPostgres(dataDir, webPid),
    workerPid: () => workerOf(webPid),
    stop,
  };
}

async function isReady(origin: string): Promise<boolean> {
  const reply = await fetch(`${origin}/readyz`).catch(() => null);
  await reply?.arrayBuffer();
  return reply?.ok ?? false;
}

/** The embedded database has its port in its command line, whatever its folder. */
function findPostgres(dataDir: string, webPid: number): { postgresPid: number; databaseUrl: string } {
  const postgresPid = findChild(webPid, "postgres");
  if (postgresPid === null) throw new Error("The product runs without a database of its own.");
  const port = /port=(\d+)/.exec(readFileSync(`/proc/${postgresPid}/cmdline`, "utf8"))?.[1];
  const password = readFileSync(path.join(dataDir, "postgres.password"), "utf8").trim();
  return { postgresPid, databaseUrl: `postgres://fieldhouse:${password}@127.0.0.1:${port}/postgres` };
}

function workerOf(webPid: number): number {
  const pid = findChild(webPid, "main.ts");
  if (pid === null) throw new Error("The product runs without a worker.");
  return pid;
}
