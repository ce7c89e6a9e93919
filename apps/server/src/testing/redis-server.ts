import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithUs } from "#platform/postgres/embedded-postgres.ts";
import { freePort } from "./free-port.ts";
import type { Program } from "./programs.ts";

/** A real Redis that writes nothing to disk. */
export type RedisServer = {
  url: string;
  /** Like a process that was swapped out: connections stay open. */
  hang(): void;
  resume(): void;
  /** Kills the process. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

export async function startRedisServer(program: Program): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const started = spawn(program.path, args, { cwd: "/", stdio: "ignore", env: program.env });
    child = started;
    if (started.pid !== undefined) started.once("exit", endWithUs(started.pid, { signal: "TERM", user: null }));
    while (!(await isOpen(port))) await sleep(20);
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    hang: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    async stop() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    start,
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
