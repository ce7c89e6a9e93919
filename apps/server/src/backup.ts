import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { createDataFolder } from "#platform/data-folder.ts";
import { createLog } from "#platform/log.ts";
import { isRunning, toProcessMark } from "#platform/process-mark.ts";
import { loadOrCreateVapidKeys } from "#platform/push/vapid-keys.ts";
import { createStorage } from "#platform/storage/create-storage.ts";
import { BackupError, openBackupFolder } from "./backup/backup-folder.ts";
import { type BackupIndex, countMedia, createBackup, saveLastBackup } from "./backup/create-backup.service.ts";
import { readBackup, requireNoMedia, restoreBackup } from "./backup/restore-backup.service.ts";
import { loadOrCreateSecret, withDatabase } from "./command-deps.ts";
import { type Config, readConfig } from "./config.ts";

/** `npm run backup` and `npm run restore`. A backup works while the product runs, a restore into an empty place. */
const USAGE = `How to use it:
  npm run backup -- FOLDER            adds a backup of database, media and keys; only what is new is copied
  npm run restore -- FOLDER           restores the latest backup into an empty DATA_DIR (and an empty DATABASE_URL)
  npm run restore -- FOLDER NAME      restores an earlier one, named as below FOLDER/backups

With BACKUP_PASSPHRASE backups are encrypted. They are dropped after BACKUP_KEEP_DAYS, 30 by default.
`;

const KEEP_DAYS = 30;
const MEGABYTE = 1_000_000;

async function backUp(root: string): Promise<string> {
  const config = readConfig(process.env, loadOrCreateSecret);
  const keepDays = Number(process.env.BACKUP_KEEP_DAYS || KEEP_DAYS);
  if (!Number.isInteger(keepDays) || keepDays < 1) throw new BackupError("BACKUP_KEEP_DAYS must be a number of days.");
  const startedAt = new Date();
  await mkdir(root, { recursive: true, mode: 0o700 });
  const { isEncrypted, report } = await alone(root, async () => {
    const folder = await openBackupFolder(root, process.env.BACKUP_PASSPHRASE || null);
    const made = await withDatabase(config, async ({ pool }) => {
      const storage = await createStorage(config);
      const vapid = config.vapid.keys ?? loadOrCreateVapidKeys(config.dataDir);
      return createBackup({ pool, storage, config, now: () => startedAt }, folder, { vapid, keepDays });
    });
    return { isEncrypted: folder.isEncrypted, report: made };
  });
  saveLastBackup(config.dataDir, startedAt);
  return [
    `Backup ${report.name}: ${report.rows} rows of ${report.tables} tables, and ${report.files} files.`,
    `${Math.ceil(report.addedBytes / MEGABYTE)} MB are new. Backups older than ${keepDays} days were dropped: ${report.dropped}.`,
    isEncrypted
      ? "It is encrypted. Keep the passphrase elsewhere: without it nobody can restore."
      : "It is not encrypted and contains the secret key: keep it as safe as the server, or set BACKUP_PASSPHRASE.",
  ].join("\n");
}

/**
 * Two at once would drop each other's new files, and the first two would each choose a key. The lock names this machine and process, so that one of a killed
 * backup is recognized as stale.
 * @throws BackupError another backup into this folder runs
 */
async function alone<T>(root: string, work: () => Promise<T>): Promise<T> {
  const lock = path.join(root, "running");
  if (isStale(lock)) await rm(lock, { force: true });
  const handle = await open(lock, "wx", 0o600).catch(() => {
    throw new BackupError(`Another backup is running. If not, one was killed: delete ${lock} and start again.`);
  });
  try {
    await handle.writeFile(`${hostname()} ${toProcessMark()}`);
    return await work();
  } finally {
    await handle.close();
    await rm(lock, { force: true });
  }
}

/** Of another machine, or of an earlier release, nobody can say. */
function isStale(lock: string): boolean {
  try {
    const [machine, ...mark] = readFileSync(lock, "utf8").split(" ");
    return machine === hostname() && !isRunning(mark.join(" "));
  } catch {
    return false;
  }
}

async function restore(root: string, name: string | null): Promise<string> {
  if (!existsSync(root)) throw new BackupError(`There is no folder ${root}.`);
  const folder = await openBackupFolder(root, process.env.BACKUP_PASSPHRASE || null);
  const index = await readBackup(folder, name);
  // As a variable, because production requires one, and it may be lost.
  const secret = process.env.SECRET_KEY || index.keys.secretKeys.join(",");
  const config = readConfig({ ...process.env, SECRET_KEY: secret }, loadOrCreateSecret);
  const dataDir = createDataFolder(path.resolve(config.dataDir));
  requireOwnKeys(config, index);
  requireUnused(dataDir);
  const storage = await createStorage(config);
  await requireNoMedia(storage);
  await withDatabase(config, ({ pool }) =>
    restoreBackup(folder, index, { pool, storage, dataDir, log: createLog("silent") }),
  );
  saveKeys(config, dataDir, index);
  const rows = index.tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Restored the backup of ${index.startedAt}: ${rows} rows of ${index.tables.length} tables, and ${countMedia(index)} files.`,
    "All checksums are the same as in the backup. Unfinished uploads are not included.",
  ].join("\n");
}

/** @throws BackupError the data folder is in use */
function requireUnused(dataDir: string): void {
  const own = ["secret.key", "vapid.key", "postgres"].find((entry) => existsSync(path.join(dataDir, entry)));
  if (own !== undefined) throw new BackupError(`${dataDir} is not empty: ${own} is there. Choose another DATA_DIR.`);
}

/** @throws BackupError the environment names another secret key */
function requireOwnKeys(config: Config, { keys }: BackupIndex): void {
  if (!keys.secretKeys.every((key) => config.secretKeys.includes(key)))
    throw new BackupError(
      "SECRET_KEY lacks a key that the backup needs. Name the keys that were in use then, or none at all.",
    );
}

/** At the end: keys that a refused restore had left would make the data folder one that is in use. */
function saveKeys(config: Config, dataDir: string, { keys }: BackupIndex): void {
  const save = (file: string, text: string) =>
    writeFileSync(path.join(dataDir, file), `${text}\n`, { mode: 0o600, flag: "wx" });
  if (!process.env.SECRET_KEY) save("secret.key", keys.secretKeys.join(","));
  if (config.vapid.keys === null) save("vapid.key", JSON.stringify(keys.vapid));
}

async function run([command, folder, name, ...rest]: readonly string[]): Promise<string> {
  if (folder === undefined || rest.length > 0) throw new BackupError(USAGE);
  const root = path.resolve(process.env.INIT_CWD ?? ".", folder);
  if (command === "backup" && name === undefined) return backUp(root);
  if (command === "restore") return restore(root, name ?? null);
  throw new BackupError(USAGE);
}

try {
  process.stdout.write(`\n${await run(process.argv.slice(2))}\n\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
