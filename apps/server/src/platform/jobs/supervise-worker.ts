import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { isToldMetrics } from "./tell-metrics.ts";

const MAIN = path.resolve(import.meta.dirname, "../../main.ts");
const RESTART_AFTER_MS = 1_000;
const STOP_LIMIT_MS = 8_000;

/**
 * Keeps one worker in a process of its own, so that a transcode never slows a request. One that dies
 * is started again; it ends by itself when this process is gone.
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
  let child = start();

  function start(): ChildProcess {
    const worker = spawn(process.execPath, [MAIN], {
      // Out of the terminal's group: Ctrl-C reaches us, and we stop it in order.
      detached: true,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...options.environment, ROLE: "worker", DATABASE_URL: options.databaseUrl },
    });
    worker.on("message", (told) => {
      if (isToldMetrics(told)) options.metrics.keep("worker", told.metrics);
    });
    worker.once("exit", (code, signal) => {
      options.metrics.keep("worker", []);
      if (isStopping) return;
      options.log.error({ code, signal }, "the worker ended, starting it again");
      setTimeout(() => void startAgain(), RESTART_AFTER_MS);
    });
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
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const hasEnded = await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })]);
    if (hasEnded) return;
    child.kill("SIGKILL");
    await ended;
  };
}
