import { copyFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Pool, PoolClient } from "pg";
import { createScratch } from "#platform/data-folder.ts";
import { MIGRATIONS, migrate } from "#platform/db/migrate.ts";
import { migrateJobs } from "#platform/jobs/worker.ts";
import type { Log } from "#platform/log.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { BackupError, type BackupFolder } from "./backup-folder.ts";
import { type BackupIndex, readIndex, readMedia } from "./create-backup.service.ts";
import { readLines } from "./lines.ts";
import {
  addToFingerprint,
  beginSnapshot,
  type Fingerprint,
  fingerprintTable,
  replaceTables,
  setSequences,
  type Table,
} from "./tables.sql.ts";

/** Lines handed over at once. */
const BATCH = 500;

export type Target = { pool: Pool; storage: Storage; dataDir: string; log: Log };

/** @param name the latest one by default */
export async function readBackup(folder: BackupFolder, name: string | null): Promise<BackupIndex> {
  const latest = name ?? (await folder.names()).at(-1);
  if (latest === undefined) throw new BackupError("There is no backup in this folder.");
  return readIndex(folder, latest);
}

/** @throws BackupError */
export async function requireNoMedia(storage: Storage): Promise<void> {
  for await (const { key } of storage.walk())
    throw new BackupError(`The media folder is not empty: it contains ${key}. Restore into an empty place.`);
}

/**
 * Restores the old schema, the rows and the files into an empty database and an empty object store, compares checksums,
 * and then migrates the database.
 * @throws BackupError the database is not empty, a file is damaged, or something differs afterwards
 */
export async function restoreBackup(folder: BackupFolder, index: BackupIndex, target: Target): Promise<void> {
  const scratch = await createScratch(target.dataDir);
  try {
    await requireEmpty(target.pool);
    await createSchema(index, target, scratch.folder);
    const loaded = await restoreTables(folder, index, target);
    await compareTables(index, loaded, target.pool);
    await restoreMedia(folder, index, { ...target, scratch: scratch.folder });
    await migrate(target.pool, MIGRATIONS);
  } finally {
    await scratch.remove();
  }
}

async function requireEmpty(pool: Pool): Promise<void> {
  const { rows } = await pool.query("select from pg_tables where schemaname in ('public', 'graphile_worker') limit 1");
  if (rows.length > 0) throw new BackupError("The database is not empty. Restore into a new one.");
}

/** With the migrations of the backup. Later ones run at the end, on the restored rows. */
async function createSchema(index: BackupIndex, { pool, log }: Target, scratch: string): Promise<void> {
  for (const { name } of index.migrations)
    await copyFile(path.join(MIGRATIONS, name), path.join(scratch, name)).catch(() => {
      throw new BackupError(`The backup was made by a later version, which has the migration ${name}.`);
    });
  await migrate(pool, scratch);
  await migrateJobs(pool, log);
}

type Fingerprints = ReadonlyMap<string, Fingerprint>;

/** @returns what was read from the backup, by the table's name */
async function restoreTables(
  folder: BackupFolder,
  index: BackupIndex,
  { pool, dataDir }: Target,
): Promise<Fingerprints> {
  const files = new Map(index.tables.map((table) => [table.name, table.file.sha256]));
  const loaded = new Map<string, Fingerprint>();
  async function* load({ name }: Table): AsyncGenerator<string[]> {
    const fingerprint = { rows: 0, sumOfHashes: 0n };
    loaded.set(name, fingerprint);
    let lines: string[] = [];
    for await (const line of readLines(folder, files.get(name) ?? "", dataDir)) {
      lines.push(String(line));
      if (lines.length < BATCH) continue;
      addToFingerprint(fingerprint, lines);
      yield lines;
      lines = [];
    }
    addToFingerprint(fingerprint, lines);
    if (lines.length > 0) yield lines;
  }
  await withClient(pool, async (client) => {
    await replaceTables(client, index.tables, load);
    await setSequences(client, index.sequences);
  });
  return loaded;
}

/** The content of jobs is not compared: the locks of workers that are gone were removed. */
async function compareTables(index: BackupIndex, loaded: Fingerprints, pool: Pool): Promise<void> {
  await withClient(pool, async (client) => {
    await beginSnapshot(client);
    for (const table of index.tables) {
      const restored = await fingerprintTable(client, table);
      const isQueue = table.name.startsWith("graphile_worker.");
      const isSame = isQueue || restored.sumOfHashes === loaded.get(table.name)?.sumOfHashes;
      if (restored.rows !== table.rows || !isSame)
        throw new BackupError(`The restored table ${table.name} differs from the backup.`);
    }
    await client.query("rollback");
  });
}

/** Every file is compared with its checksum on the way. */
async function restoreMedia(
  folder: BackupFolder,
  index: BackupIndex,
  { storage, dataDir, scratch }: Target & { scratch: string },
): Promise<void> {
  for await (const { key, sha256, contentType } of readMedia(folder, index, dataDir)) {
    const file = path.join(scratch, `media-${path.basename(key)}`);
    await folder.extract(sha256, file);
    await storage.putFile(key, file, { contentType });
    await rm(file, { force: true });
  }
}

async function withClient(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
