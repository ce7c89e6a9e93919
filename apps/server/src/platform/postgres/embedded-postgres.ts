import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, Socket } from "node:net";
import { totalmem } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { allowTraversal, createDataFolder } from "../data-folder.ts";
import { awaitServer, stateOf } from "./await-server.ts";
import {
  canOthersReach,
  choosePostgresUser,
  FieldhouseStartError,
  findPostgresBinaries,
  type SystemUser,
} from "./binaries.ts";
import { ensureCluster, loadOrCreatePassword, lockFolder, toEndMessage, toStartError } from "./cluster.ts";

export { FieldhouseStartError };

export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

const START_LIMIT_MS = 60_000;
const SLOW_AFTER_MS = 5_000;
const STOP_LIMIT_MS = 8_000;
/** Where the database lives if its user cannot reach the data folder, which only root can. */
const SHARED_HOME = "/var/lib/fieldhouse";

/**
 * Starts the PostgreSQL that npm installed, on a free port of 127.0.0.1. It ends when this process ends, however that
 * ends. Stops a server that a killed process left running first.
 * @param options.isThrowaway for tests: faster, but a power failure may lose everything
 * @param options.onRecovery called if the start takes long, because the database recovers from a crash
 * @param options.onEnded called if it ends before it is stopped, with a message for the person who started it
 * @throws FieldhouseStartError the folder is in use, damaged or not writable, or the disk is full
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  isThrowaway?: boolean;
  onRecovery?: () => void;
  onEnded?: (message: string) => void;
}): Promise<EmbeddedPostgres> {
  const dataDir = createDataFolder(options.dataDir);
  const unlock = lockFolder(path.join(dataDir, "fieldhouse.lock"));
  try {
    const user = choosePostgresUser();
    const home = user === null || isHomeOf(dataDir) ? dataDir : sharedHome(dataDir);
    if (user !== null && home === dataDir) allowTraversal(dataDir, user.gid);
    const areBinariesReachable = user === null || canOthersReach(import.meta.dirname);
    const binaries = findPostgresBinaries(areBinariesReachable ? null : path.join(SHARED_HOME, "bin"));
    const folder = path.join(home, "postgres");
    const password = loadOrCreatePassword(path.join(dataDir, "postgres.password"));
    await ensureCluster({ folder, binaries, user, password });
    await stopOrphan(folder);
    const { isThrowaway = false, onRecovery = () => undefined, onEnded = () => undefined } = options;
    const running = await launch(binaries.postgres, { folder, user, password, isThrowaway, onRecovery });
    let isStopping = false;
    running.child.once("exit", (code, signal) => {
      if (!isStopping) onEnded(toEndMessage(running.said(), signal ?? `exit code ${code}`));
    });
    return {
      url: running.url,
      async stop() {
        isStopping = true;
        await stopServer(running.child);
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Whether the database lives in the data folder when another system user runs it. */
function isHomeOf(dataDir: string): boolean {
  if (!canOthersReach(path.dirname(dataDir))) return false;
  const isThere = (home: string) => existsSync(path.join(home, "postgres"));
  // An earlier release put it elsewhere if the data folder itself was private.
  return isThere(dataDir) || !isThere(sharedHomeOf(dataDir));
}

function sharedHome(dataDir: string): string {
  const home = sharedHomeOf(dataDir);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  return home;
}

/** @param dataDir with symbolic links resolved */
export function sharedHomeOf(dataDir: string): string {
  return path.join(SHARED_HOME, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
}

export function toUrl(password: string, port: number): string {
  return `postgres://fieldhouse:${password}@127.0.0.1:${port}/postgres`;
}

const THROWAWAY = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
  "autovacuum=off",
];

const BUFFERS_MIN_MB = 128;
const BUFFERS_MAX_MB = 1024;

/**
 * An eighth of the machine's memory, allocated as it is used: the hot rows and indexes of a million items take a few
 * hundred megabytes.
 */
export function buffersMb(totalBytes: number): number {
  return Math.round(Math.min(BUFFERS_MAX_MB, Math.max(BUFFERS_MIN_MB, totalBytes / 8 / 1024 ** 2)));
}

type LaunchOptions = {
  folder: string;
  user: SystemUser | null;
  password: string;
  isThrowaway: boolean;
  onRecovery: () => void;
};

async function launch(
  program: string,
  { folder, user, password, isThrowaway, onRecovery }: LaunchOptions,
): Promise<{ url: string; child: ChildProcess; said(): string }> {
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `port=${port}`,
    "max_connections=100",
    `shared_buffers=${isThrowaway ? BUFFERS_MIN_MB : buffersMb(totalmem())}MB`,
    "log_timezone=UTC",
    "timezone=UTC",
    ...(isThrowaway ? THROWAWAY : []),
  ];
  // In a session of its own: Ctrl-C reaches only us, and we stop the database last.
  const child = spawn(program, ["-D", folder, ...settings.flatMap((setting) => ["-c", setting])], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { TZ: "UTC", LC_ALL: "C" },
    ...user,
  });
  if (child.pid !== undefined) child.once("exit", endWithUs(child.pid, { signal: "INT", user }));
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4000);
  });
  const url = toUrl(password, port);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const readState = () => stateOf(url);
  if (await awaitServer({ readState, hasEnded, limitMs: START_LIMIT_MS, onRecovery, slowAfterMs: SLOW_AFTER_MS }))
    return { url, child, said: () => stderr };
  if (hasEnded()) throw toStartError(stderr, "The database did not start");
  await stopServer(child);
  throw toStartError(stderr, "The database did not start in time");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** SIGINT is PostgreSQL's fast shutdown, which loses nothing. After a final SIGQUIT it recovers at the next start. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGINT");
  const hasEnded = await Promise.race([ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })]);
  if (hasEnded) return;
  child.kill("SIGQUIT");
  await ended;
}

/** Stops a postmaster that outlived its supervisor: its pid file names it, and its command line must name this folder. */
async function stopOrphan(folder: string): Promise<void> {
  const file = path.join(folder, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!runsOn(pid, folder)) {
    rmSync(file, { force: true });
    return;
  }
  tryKill(pid);
  const deadlineMs = Date.now() + STOP_LIMIT_MS;
  while (runsOn(pid, folder)) {
    if (Date.now() > deadlineMs)
      throw new FieldhouseStartError(
        `The database of an earlier run (process ${pid}) does not stop. End it, and start again.`,
      );
    await sleep(25);
  }
}

/** It may have ended by itself in this moment. */
function tryKill(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function runsOn(pid: number, folder: string): boolean {
  try {
    const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return (program ?? "").includes("postgres") && args.includes(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT" && existsSync("/proc/self")) return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * `read` fails at the end of the pipe, which the system closes when our process ends for any reason. A line means that the
 * watched process has ended by itself.
 */
const WATCH = 'read -r line || kill -s "$1" "$2"';

/**
 * Signals another process when ours ends, even by SIGKILL: a small shell waits for the end of a pipe that only we hold
 * open. It runs in its own session, so that Ctrl-C and a closed terminal do not reach it.
 * @param options.user runs the shell; null: the current user
 * @returns a function that stops watching; call it when the process has ended, because its pid may be reused
 */
export function endWithUs(
  pid: number,
  { signal, user }: { signal: "INT" | "TERM"; user: { uid: number; gid: number } | null },
): () => void {
  const watcher = spawn("/bin/sh", ["-c", WATCH, "end-with-us", signal, String(pid)], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    ...user,
  });
  // If the shell is missing or killed, the next start stops the orphan.
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  watcher.unref();
  // Otherwise the open pipe would keep our process alive.
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => void watcher.stdin.end("\n");
}
