import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithUs } from "../apps/server/src/platform/postgres/embedded-postgres.ts";

export type Command = { path: string; args: readonly string[]; env?: Record<string, string> };

/** A process that is restarted when it exits by itself, as systemd does. */
export type Service = {
  name: string;
  /** 0 between an exit and the next start. */
  pid(): number;
  /** How often it was restarted after an unexpected exit. */
  restarts(): number;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and waits. @returns the exit code, or null if it had to be killed */
  stop(): Promise<number | null>;
  /** After `stop`. */
  start(): void;
};

const RESTART_AFTER_MS = 1_000;
const STOP_LIMIT_MS = 25_000;

/** Starts services that log to files in `folder`. */
export function createProcesses(folder: string) {
  const services: Service[] = [];

  function add(name: string, command: Command): Service {
    let child: ChildProcess;
    let isWanted = true;
    let restarts = 0;

    function start(): void {
      isWanted = true;
      const log = openSync(path.join(folder, `${name}.log`), "a");
      child = spawn(command.path, command.args, {
        cwd: folder,
        // Ctrl-C must reach only this process, which stops the others in order.
        detached: true,
        stdio: ["ignore", log, log],
        env: { PATH: process.env["PATH"], HOME: folder, ...command.env },
      });
      closeSync(log);
      const { pid } = child;
      if (pid !== undefined) child.once("exit", endWithUs(pid, { signal: "TERM", user: null }));
      child.once("error", () => undefined);
      child.once("exit", () => {
        if (!isWanted) return;
        restarts += 1;
        setTimeout(() => isWanted && start(), RESTART_AFTER_MS);
      });
    }

    async function stop(): Promise<number | null> {
      isWanted = false;
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      const limit = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
      const code = await ended;
      clearTimeout(limit);
      return code;
    }

    start();
    const service: Service = {
      name,
      pid: () => (child.exitCode === null && child.signalCode === null ? (child.pid ?? 0) : 0),
      restarts: () => restarts,
      signal: (signal) => void child.kill(signal),
      stop,
      start,
    };
    services.push(service);
    return service;
  }

  return {
    add,
    /** In reverse order of their start. */
    async stopAll(): Promise<void> {
      for (const service of services.toReversed()) await service.stop();
    },
  };
}

/** @throws Error with `what` if the condition does not become true in time */
export async function until(
  isTrue: () => Promise<boolean> | boolean,
  what: string,
  { limitMs = 120_000, everyMs = 100 } = {},
): Promise<number> {
  const since = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - since > limitMs) throw new Error(`${what}: not within ${limitMs / 1_000} s`);
    await sleep(everyMs);
  }
  return performance.now() - since;
}
