import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import type { VapidKeys } from "#platform/push/vapid-keys.ts";
import { BackupError, type BackupFolder, type StoredFile } from "./backup-folder.ts";
import { addLines, readLines } from "./lines.ts";
import { beginSnapshot, readTable, selectSequences, selectTables } from "./tables.sql.ts";

const DAY_MS = 86_400_000;

const storedFile = z.object({ sha256: z.string(), sizeBytes: z.number() });

const mediaFile = storedFile.extend({ key: z.string(), etag: z.string(), contentType: z.string() });
type MediaFile = z.infer<typeof mediaFile>;

/** What one backup consists of. Its files are in the store of the folder. */
const backupIndex = z.object({
  startedAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** `file` has a line for each row. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), file: storedFile })),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** `file` has a line for each media file. Earlier releases list them in the index itself. */
  media: z.union([z.object({ files: z.int(), file: storedFile }), z.array(mediaFile)]),
  keys: z.object({
    secretKeys: z.array(z.string()),
    vapid: z.object({ publicKey: z.string(), privateKey: z.string() }),
  }),
});
export type BackupIndex = z.infer<typeof backupIndex>;

type BackupReport = {
  name: string;
  tables: number;
  rows: number;
  files: number;
  addedBytes: number;
  dropped: number;
};

/**
 * Adds a backup while the product runs: a snapshot of the database, then the media. Media files never change under
 * their name, except for growing playlists. Deletes backups older than `keepDays`, so that erased people disappear from
 * them too.
 */
export async function createBackup(
  deps: Pick<Deps, "pool" | "storage" | "config" | "now">,
  folder: BackupFolder,
  { vapid, keepDays }: { vapid: VapidKeys; keepDays: number },
): Promise<BackupReport> {
  const startedAt = deps.now();
  const name = startedAt.toISOString().replaceAll(":", "-");
  const added = { bytes: 0 };
  const database = await backUpDatabase(deps, folder, added);
  const media = await backUpMedia(deps, folder, added);
  const keys = { secretKeys: [...deps.config.secretKeys], vapid };
  const index: BackupIndex = { startedAt: startedAt.toISOString(), ...database, media, keys };
  await folder.write(name, index);
  const dropped = await dropOld(folder, startedAt.getTime() - keepDays * DAY_MS, deps.config.dataDir);
  return {
    name,
    tables: database.tables.length,
    rows: database.tables.reduce((sum, table) => sum + table.rows, 0),
    files: countMedia(index),
    addedBytes: added.bytes,
    dropped,
  };
}

/** @throws BackupError there is no such backup, or this version cannot read it */
export async function readIndex(folder: BackupFolder, name: string): Promise<BackupIndex> {
  const read = backupIndex.safeParse(await folder.read(name));
  if (read.success) return read.data;
  throw new BackupError(`The backup ${name} cannot be read: it was made by a later version, or is damaged.`);
}

export async function* readMedia(
  folder: BackupFolder,
  { media }: BackupIndex,
  dataDir: string,
): AsyncGenerator<MediaFile> {
  if (Array.isArray(media)) yield* media;
  else for await (const line of readLines(folder, media.file.sha256, dataDir)) yield mediaFile.parse(line);
}

export function countMedia({ media }: BackupIndex): number {
  return Array.isArray(media) ? media.length : media.files;
}

/** Reads one index at a time: each names every file. @returns how many backups were old */
async function dropOld(folder: BackupFolder, cutoffMs: number, dataDir: string): Promise<number> {
  const needed = new Set<string>();
  let dropped = 0;
  for (const name of await folder.names()) {
    const index = await readIndex(folder, name);
    if (Date.parse(index.startedAt) < cutoffMs) {
      await folder.remove(name);
      dropped += 1;
      continue;
    }
    for (const { file } of index.tables) needed.add(file.sha256);
    if (!Array.isArray(index.media)) needed.add(index.media.file.sha256);
    for await (const { sha256 } of readMedia(folder, index, dataDir)) needed.add(sha256);
  }
  await folder.prune(needed);
  return dropped;
}

type Added = { bytes: number };

async function backUpDatabase(
  { pool }: Pick<Deps, "pool">,
  folder: BackupFolder,
  added: Added,
): Promise<Pick<BackupIndex, "migrations" | "tables" | "sequences">> {
  const client = await pool.connect();
  try {
    await beginSnapshot(client);
    const { rows: migrations } = await client.query<{ name: string; hash: string }>(
      "select name, hash from migrations order by name",
    );
    const tables: BackupIndex["tables"] = [];
    for (const table of await selectTables(client)) {
      let rows = 0;
      const lines = onEach(readTable(client, table), (batch) => {
        rows += batch.length;
      });
      const { file, isNew } = await addLines(folder, lines);
      if (isNew) added.bytes += file.sizeBytes;
      tables.push({ ...table, rows, file });
    }
    return { migrations, tables, sequences: await selectSequences(client) };
  } finally {
    // Fails if the connection was lost, which is the error to report then.
    await client.query("rollback").catch(() => undefined);
    client.release();
  }
}

async function* onEach<T>(values: AsyncIterable<T>, onValue: (value: T) => void): AsyncGenerator<T> {
  for await (const value of values) {
    onValue(value);
    yield value;
  }
}

async function backUpMedia(
  { storage, config }: Pick<Deps, "storage" | "config">,
  folder: BackupFolder,
  added: Added,
): Promise<{ files: number; file: StoredFile }> {
  const known = await readKnown(folder, config.dataDir);
  let files = 0;
  async function* list(): AsyncGenerator<MediaFile[]> {
    for await (const { key, etag } of storage.walk()) {
      const media = known.get(`${key} ${etag}`) ?? (await addMedia({ key, etag }));
      if (media === null) continue;
      files += 1;
      yield [media];
    }
  }
  /** @returns null: deleted since it was listed */
  async function addMedia({ key, etag }: { key: string; etag: string }): Promise<MediaFile | null> {
    const info = await storage.head(key);
    const content = info && (await storage.read(key));
    if (!content) return null;
    const { file, isNew } = await folder.add(content);
    if (isNew) added.bytes += file.sizeBytes;
    return { key, etag, contentType: info.contentType, ...file };
  }
  const { file } = await addLines(folder, list());
  return { files, file };
}

/** The media of the latest backup. Those with the same name, size and date are not read again. */
async function readKnown(folder: BackupFolder, dataDir: string): Promise<Map<string, MediaFile>> {
  const known = new Map<string, MediaFile>();
  const latest = (await folder.names()).at(-1);
  if (latest === undefined) return known;
  for await (const media of readMedia(folder, await readIndex(folder, latest), dataDir))
    if (folder.has(media.sha256)) known.set(`${media.key} ${media.etag}`, media);
  return known;
}

/** Beside the data, so that `npm run doctor` knows it on the machine that makes the backups. */
const fileIn = (dataDir: string) => path.join(dataDir, "last-backup");

export function saveLastBackup(dataDir: string, at: Date): void {
  writeFileSync(fileIn(dataDir), `${at.toISOString()}\n`, { mode: 0o600 });
}

/** @returns null: there is none */
export function readLastBackup(dataDir: string): Date | null {
  try {
    const at = new Date(readFileSync(fileIn(dataDir), "utf8").trim());
    return Number.isNaN(at.getTime()) ? null : at;
  } catch {
    return null;
  }
}
