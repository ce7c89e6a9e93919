import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Metrics, MetricsSnapshot } from "../metrics.ts";
import { deleteWorkerEnd, saveWorkerEnd, toReason } from "./worker-end.ts";

const MAIN = path.resolve(import.meta.dirname, "../../main.ts");
/** The restart delay doubles while workers exit soon after their start. */
const RESTART_FIRST_MS = 1_000;
const RESTART_LAST_MS = 60_000;
const STABLE_AFTER_MS = 60_000;
const STOP_LIMIT_MS = 8_000;
const REPORT_EVERY_MS = 5_000;
/** Of what a worker writes to its standard error, the end is kept: there it says why it ends. */
const STDERR_KEPT_CHARS = 16_000;
/** A program that the worker started may hold its standard error open. */
const STDERR_LIMIT_MS = 500;

/**
 * Runs a worker in a child process, so that transcoding never slows requests, and restarts it with backoff. The worker
 * exits by itself when this process is gone.
 * @returns a function that stops it
 */
export function superviseWorker(options: {
  databaseUrl: string;
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  log: Log;
  metrics: Metrics;
  /** Called after the worker exited by itself, before the next one starts. */
  onLost: () => Promise<void>;
}): () => Promise<void> {
  let isStopping = false;
  let restartAfterMs = RESTART_FIRST_MS;
  let restart: NodeJS.Timeout | undefined;
  let child = start();

  function start(): ChildProcess {
    const startedMs = Date.now();
    const worker = spawn(process.execPath, [MAIN], {
      // Outside the terminal's process group: Ctrl-C reaches only us, and we stop the worker in order.
      detached: true,
      stdio: ["ignore", "inherit", "pipe", "ipc"],
      env: { ...options.environment, ROLE: "worker", DATABASE_URL: options.databaseUrl },
    });
    let stderr = "";
    worker.stderr?.on("data", (chunk: Buffer) => {
      process.stderr.write(chunk);
      stderr = (stderr + chunk.toString()).slice(-STDERR_KEPT_CHARS);
    });
    worker.on("message", (message) => {
      if (!isMetricsReport(message)) return;
      options.metrics.setSnapshot("worker", message.metrics);
      deleteWorkerEnd(options.dataDir);
    });
    const onEnd = (reason: object) => {
      options.metrics.setSnapshot("worker", []);
      if (isStopping) return;
      if (Date.now() - startedMs >= STABLE_AFTER_MS) restartAfterMs = RESTART_FIRST_MS;
      options.log.error({ ...reason, inMs: restartAfterMs }, "worker ended, restarting it");
      restart = setTimeout(() => void startAgain(), restartAfterMs);
      restartAfterMs = Math.min(2 * restartAfterMs, RESTART_LAST_MS);
    };
    worker.once("exit", (code, signal) => {
      void hasWrittenAll(worker).then(() => {
        const reason = toReason(stderr, { ...options.environment, DATABASE_URL: options.databaseUrl });
        if (!isStopping) saveEnd(reason || `It ended with ${signal ?? `exit code ${code}`} and said nothing.`);
        onEnd({ code, signal, reason });
      });
    });
    // Could not be spawned: the machine is out of memory or processes.
    worker.on("error", (err) => worker.pid === undefined && onEnd({ err }));
    return worker;
  }

  function saveEnd(reason: string): void {
    try {
      saveWorkerEnd(options.dataDir, reason);
    } catch (error) {
      // A full disk must not keep the next worker from starting.
      options.log.error({ err: error }, "why the worker ended could not be saved");
    }
  }

  async function startAgain(): Promise<void> {
    await options
      .onLost()
      .catch((error: unknown) => options.log.error({ err: error }, "the worker's jobs could not be unlocked"));
    if (!isStopping) child = start();
  }

  return async () => {
    isStopping = true;
    clearTimeout(restart);
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const hasEnded = await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })]);
    if (hasEnded) return;
    child.kill("SIGKILL");
    await ended;
  };
}

async function hasWrittenAll({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null || stderr.readableEnded) return;
  const ended = new Promise<void>((resolve) => stderr.once("end", resolve));
  await Promise.race([ended, sleep(STDERR_LIMIT_MS)]);
}

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

function isMetricsReport(message: unknown): message is MetricsReport {
  return typeof message === "object" && message !== null && "kind" in message && message.kind === "metrics";
}
