import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isRunning, toProcessMark } from "../process-mark.ts";
import { FieldhouseStartError, type PostgresBinaries, type SystemUser } from "./binaries.ts";

const CONTROL_FILE_BYTES = 8192;

/** @returns the password of the database's only user, generated once and stored beside the cluster */
export function loadOrCreatePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

/**
 * Creates a database cluster in `folder` unless it exists. Creates it under another name and renames it when complete, so
 * an interrupted start leaves nothing that looks like a cluster.
 */
export async function ensureCluster(options: {
  folder: string;
  binaries: PostgresBinaries;
  user: SystemUser | null;
  password: string;
}): Promise<void> {
  const { folder, user } = options;
  if (existsSync(folder)) return refuseDamaged(folder, options.binaries.version);
  const unfinished = `${folder}.new`;
  const passwordFile = `${folder}.pw`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (user) {
    chownSync(unfinished, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  chmodSync(unfinished, 0o700);
  try {
    await initdb(options.binaries.initdb, unfinished, passwordFile, user);
    renameSync(unfinished, folder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function initdb(program: string, folder: string, passwordFile: string, user: SystemUser | null): Promise<void> {
  const args = [
    "--pgdata",
    folder,
    "--username",
    "fieldhouse",
    "--pwfile",
    passwordFile,
    "--auth",
    "scram-sha-256",
    "--encoding",
    "UTF8",
    "--locale-provider",
    "builtin",
    "--locale",
    "C.UTF-8",
    "--no-instructions",
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
      env: { TZ: "UTC", LC_ALL: "C" },
      ...user,
    });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-2000);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      reject(toStartError(stderr, "The database could not be created"));
    });
  });
}

/** Throws a specific error for a cluster that cannot be used. Changes nothing in the folder. */
function refuseDamaged(folder: string, version: string): void {
  const read = (name: string): string | null => {
    try {
      return readFileSync(path.join(folder, name), "utf8").trim();
    } catch {
      return null;
    }
  };
  const actual = read("PG_VERSION");
  const damaged = `The database in ${folder} is damaged. Restore it from a backup, or move the folder away to begin anew; nothing in it was changed.`;
  if (actual === null || readdirSync(folder).length === 0) throw new FieldhouseStartError(damaged);
  if (actual !== version)
    throw new FieldhouseStartError(
      `The database in ${folder} was made by PostgreSQL ${actual}, and this is PostgreSQL ${version}. See docs/operations.md, Upgrade.`,
    );
  const control = path.join(folder, "global", "pg_control");
  if (!existsSync(control) || statSync(control).size !== CONTROL_FILE_BYTES) throw new FieldhouseStartError(damaged);
}

const DISK_FULL = "The disk is full. Make room, and start again: nothing was lost.";

function isDiskFull(stderr: string): boolean {
  return /No space left on device/i.test(stderr);
}

/** Of what it said while it ran, most is about single queries, which may have failed without ending it. */
export function toEndMessage(stderr: string, how: string): string {
  const isEnd = (line: string) => /\b(?:FATAL|PANIC):/.test(line);
  return isDiskFull(stderr.split("\n").filter(isEnd).join("\n"))
    ? DISK_FULL
    : `The database ended (${how}). Start again: nothing was lost.`;
}

/** Turns PostgreSQL's stderr into a message for the person who started it. */
export function toStartError(stderr: string, what: string): FieldhouseStartError {
  if (isDiskFull(stderr)) return new FieldhouseStartError(DISK_FULL);
  if (/Permission denied|Read-only file system/i.test(stderr))
    return new FieldhouseStartError(
      "The data folder cannot be written. Choose another DATA_DIR, or mend its permissions.",
    );
  if (/pg_control|invalid checkpoint|could not locate a valid checkpoint|PANIC/i.test(stderr))
    return new FieldhouseStartError(
      "The database in the data folder is damaged. Restore it from a backup; nothing in it was changed.",
    );
  const lines = stderr.trim().split("\n");
  // The last line only says that it shut down.
  const line = lines.findLast((one) => /FATAL|ERROR/.test(one)) ?? lines.at(-1) ?? "";
  return new FieldhouseStartError(`${what}: ${line}`);
}

/**
 * Locks a data folder for this process. The lock file names the process and its start time, so a lock of a killed process,
 * or of one whose pid was reused, is recognized as stale.
 * @returns a function that unlocks the folder
 * @throws FieldhouseStartError a running process has the folder
 */
export function lockFolder(file: string): () => void {
  const mark = toProcessMark();
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mark);
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        // Linking is atomic, so nobody reads a partial lock file.
        linkSync(draft, file);
        return () => release(file, mark);
      } catch {
        refuseLiving(file);
        rmSync(file, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw inUse();
}

function release(file: string, mark: string): void {
  try {
    if (readFileSync(file, "utf8") === mark) rmSync(file, { force: true });
  } catch {
    // The lock file or the whole folder is gone already.
  }
}

function refuseLiving(file: string): void {
  let mark: string;
  try {
    mark = readFileSync(file, "utf8");
  } catch {
    return;
  }
  if (isRunning(mark)) throw inUse();
}

function inUse(): FieldhouseStartError {
  return new FieldhouseStartError(
    "Fieldhouse is running on this data folder already. Stop it first, or choose another DATA_DIR.",
  );
}
