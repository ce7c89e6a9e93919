import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithUs } from "../../apps/server/src/platform/postgres/embedded-postgres.ts";
import { freePort } from "../../apps/server/src/testing/free-port.ts";

export const MAIN = path.resolve(import.meta.dirname, "../../apps/server/src/main.ts");
/** Not a performance limit: a busy machine takes minutes. */
const READY_LIMIT_MS = 280_000;

/** The product in separate processes, as `npm start` runs it, on its own data folder. */
export type RunningProduct = {
  origin: string;
  dataDir: string;
  /** The URL of its database, embedded or not. */
  databaseUrl(): string;
  /** Starts it on the same folder and port. @param more settings for this run only */
  start(more?: Record<string, string>): Promise<void>;
  /** Stops it like Ctrl-C. @returns the exit code */
  stop(): Promise<number | null>;
  /** `kill -9` of the web process and optionally of the worker, without any cleanup. */
  kill(what: "worker" | "everything"): Promise<void>;
  /** The process ids of its web process and of everything that it started. */
  processes(): number[];
  /** Stops it and deletes its folder. */
  dispose(): Promise<void>;
};

export async function runProduct(environment: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-e2e-"));
  // As root, the database runs as another user, who must be able to reach it.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let said = "";

  async function start(more: Record<string, string> = {}): Promise<void> {
    const running = spawn(process.execPath, [MAIN], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "development",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: "0",
        ...environment,
        ...more,
      },
    });
    child = running;
    // A killed test run leaves no product behind.
    if (running.pid !== undefined) running.once("exit", endWithUs(running.pid, { signal: "TERM", user: null }));
    for (const stream of [running.stdout, running.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-8_000);
      });
    }
    const deadlineMs = Date.now() + READY_LIMIT_MS;
    while (!(await answers(`${origin}/healthz`))) {
      if (running.exitCode !== null || Date.now() > deadlineMs) throw new Error(`the product did not start:\n${said}`);
      await sleep(50);
    }
  }

  async function stop(): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child?.once("exit", (code) => resolve(code)));
    child.kill("SIGTERM");
    return ended;
  }

  await start();
  return {
    origin,
    dataDir,
    start,
    stop,
    databaseUrl() {
      if (environment.DATABASE_URL) return environment.DATABASE_URL;
      const password = readFileSync(path.join(dataDir, "postgres.password"), "utf8").trim();
      const [, , , postgresPort] = readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
      return `postgres://fieldhouse:${password}@127.0.0.1:${postgresPort}/postgres`;
    },
    async kill(what) {
      const web = child;
      if (!web?.pid) return;
      const workers = childrenOf(web.pid).filter((pid) => commandOf(pid).includes(MAIN));
      const programs = workers.flatMap(descendantsOf);
      const doomed = what === "everything" ? [web.pid, ...workers, ...programs] : [...workers, ...programs];
      const ended = what === "everything" ? new Promise<void>((resolve) => web.once("exit", () => resolve())) : null;
      for (const pid of doomed) killHard(pid);
      await ended;
    },
    processes: () => (child?.pid ? [child.pid, ...descendantsOf(child.pid)] : []),
    async dispose() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** A file about a running process. @returns "" if it has just exited */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return "";
    throw error;
  }
}

function childrenOf(pid: number): number[] {
  return readProcess(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

function commandOf(pid: number): string[] {
  return readProcess(pid, "cmdline").split("\0");
}

function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It exited by itself in the meantime.
  }
}
