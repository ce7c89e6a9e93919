import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { isToldMetrics } from "./tell-metrics.ts";

const MAIN = path.resolve(import.meta.dirname, "../../main.ts");
/** After each worker that did not live for long the next one is started later. */
const RESTART_FIRST_MS = 1_000;
const RESTART_LAST_MS = 60_000;
const LIVED_LONG_MS = 60_000;
const STOP_LIMIT_MS = 8_000;

/**
 * Keeps one worker in a process of its own, so that a transcode never slows a request. One that dies is started again,
 * after a delay that doubles while it dies soon; it ends by itself when this process is gone.
 * @returns stops it
 */
export function superviseWorker(options: {
  databaseUrl: string;
  environment: NodeJS.ProcessEnv;
  log: Log;
  metrics: Metrics;
  /** Called when the worker has ended by itself, before the next one starts. */
  onLost: () => Promise<void>;
}): () => Promise<void> {
  let isStopping = false;
  let restartAfterMs = RESTART_FIRST_MS;
  let restart: NodeJS.Timeout | undefined;
  let child = start();

  function start(): ChildProcess {
    const startedMs = Date.now();
    const worker = spawn(process.execPath, [MAIN], {
      // Out of the terminal's group: Ctrl-C reaches us, and we stop it in order.
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...options.environment, ROLE: "worker", DATABASE_URL: options.databaseUrl },
    });
    worker.on("message", (told) => {
      if (isToldMetrics(told)) options.metrics.keep("worker", told.metrics);
    });
    const onEnd = (how: object) => {
      options.metrics.keep("worker", []);
      if (isStopping) return;
      if (Date.now() - startedMs >= LIVED_LONG_MS) restartAfterMs = RESTART_FIRST_MS;
      options.log.error({ ...how, inMs: restartAfterMs }, "the worker ended, starting it again");
      restart = setTimeout(() => void startAgain(), restartAfterMs);
      restartAfterMs = Math.min(2 * restartAfterMs, RESTART_LAST_MS);
    };
    worker.once("exit", (code, signal) => onEnd({ code, signal }));
    // Not even started: the machine has no memory or no process left.
    worker.on("error", (err) => worker.pid === undefined && onEnd({ err }));
    return worker;
  }

  async function startAgain(): Promise<void> {
    await options
      .onLost()
      .catch((error: unknown) => options.log.error({ err: error }, "its jobs are held until later"));
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
