import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { answers } from "#platform/postgres/await-server.ts";
import { choosePostgresUser, findPostgresBinaries } from "#platform/postgres/binaries.ts";
import { endWithUs } from "#platform/postgres/embedded-postgres.ts";
import { freePort } from "./free-port.ts";

/** A PostgreSQL server on a folder of its own. */
export type PostgresServer = {
  url: string;
  folder: string;
  child: ChildProcess;
  stop(): Promise<void>;
};

/** Not a performance limit: a busy machine takes minutes. */
const START_LIMIT_MS = 280_000;
const TO_STANDBY_FILES = ["postmaster.pid", "postmaster.opts"];

/**
 * Copies a running primary while it is written to, and starts the copy as its streaming replica. The embedded PostgreSQL
 * has no pg_basebackup, so this is the backup by hand that PostgreSQL's manual describes.
 * @param folder does not exist yet, in a folder that everybody may pass through
 * @param settings for example `recovery_min_apply_delay=5s`
 */
export async function startStandby(
  primaryUrl: string,
  folder: string,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  let label: string;
  try {
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    await client.query("select pg_backup_start('standby', true)");
    copyFolder(rows[0]?.data_directory ?? "", folder);
    const stopped = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    label = stopped.rows[0]?.labelfile ?? "";
  } finally {
    await client.end();
  }
  for (const file of TO_STANDBY_FILES) rmSync(path.join(folder, file), { force: true });
  writeOwned(path.join(folder, "backup_label"), label);
  writeOwned(path.join(folder, "standby.signal"), "");
  const { hostname, port, username, password } = new URL(primaryUrl);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  return startServer(folder, primaryUrl, [`primary_conninfo=${conninfo}`, "hot_standby=on", ...settings]);
}

/**
 * Starts PostgreSQL on an existing folder, as it is.
 * @param likeUrl has the user, password and database
 */
export async function startServer(
  folder: string,
  likeUrl: string,
  settings: readonly string[],
  port?: number,
): Promise<PostgresServer> {
  const user = choosePostgresUser();
  port ??= await freePort();
  const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${port}`, ...settings];
  const program = findPostgresBinaries(user === null ? null : "/var/lib/fieldhouse/bin").postgres;
  const child = spawn(program, ["-D", folder, ...all.flatMap((setting) => ["-c", setting])], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { TZ: "UTC", LC_ALL: "C" },
    ...user,
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4000);
  });
  if (child.pid !== undefined) child.once("exit", endWithUs(child.pid, { signal: "INT", user }));
  const url = Object.assign(new URL(likeUrl), { port: String(port) }).href;
  const deadlineMs = Date.now() + START_LIMIT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadlineMs) throw new Error(`PostgreSQL did not start:\n${stderr}`);
    await sleep(50);
  }
  return { url, folder, child, stop: () => stopServer(child) };
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // A stopped process would not receive SIGINT.
  child.kill("SIGCONT");
  child.kill("SIGINT");
  await ended;
}

/** Uses `cp`, which keeps the owner and tolerates files that disappear meanwhile. */
function copyFolder(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  spawnSync("cp", ["-a", from, to], { stdio: "ignore" });
}

function writeOwned(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  const user = choosePostgresUser();
  if (user !== null) spawnSync("chown", [`${user.uid}:${user.gid}`, file]);
}
