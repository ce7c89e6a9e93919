import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import type { VapidKeys } from "#platform/push/vapid-keys.ts";
import type { Storage } from "#platform/storage/storage.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { beginSnapshot, countLines, readTable, selectSequences, selectTables } from "./tables.sql.ts";

const DAY_MS = 86_400_000;

const storedFile = z.object({ sha256: z.string(), sizeBytes: z.number() });

/** What one backup consists of. Its files are in the store of the folder. */
export const backupIndex = z.object({
  startedAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** `sha256` and `rows` of the lines; `file` is their compressed form. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: z.string(), file: storedFile }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  media: z.array(storedFile.extend({ key: z.string(), etag: z.string(), contentType: z.string() })),
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
  const earlier = await readIndexes(folder);
  const added = { bytes: 0 };
  const database = await backUpDatabase(deps, folder, added);
  const media = await backUpMedia(deps.storage, folder, { earlier: earlier.at(-1)?.index.media ?? [], added });
  const keys = { secretKeys: [...deps.config.secretKeys], vapid };
  const index: BackupIndex = { startedAt: startedAt.toISOString(), ...database, media, keys };
  await folder.write(name, index);

  const cutoffMs = startedAt.getTime() - keepDays * DAY_MS;
  const old = earlier.filter((one) => Date.parse(one.index.startedAt) < cutoffMs);
  for (const one of old) await folder.remove(one.name);
  const kept = [...earlier.filter((one) => !old.includes(one)).map((one) => one.index), index];
  await folder.prune(new Set(kept.flatMap(filesOf)));
  return {
    name,
    tables: database.tables.length,
    rows: database.tables.reduce((sum, table) => sum + table.rows, 0),
    files: media.length,
    addedBytes: added.bytes,
    dropped: old.length,
  };
}

function filesOf({ tables, media }: BackupIndex): string[] {
  return [...tables.map(({ file }) => file.sha256), ...media.map(({ sha256 }) => sha256)];
}

async function readIndexes(folder: BackupFolder): Promise<{ name: string; index: BackupIndex }[]> {
  const indexes: { name: string; index: BackupIndex }[] = [];
  for (const name of await folder.names()) indexes.push({ name, index: backupIndex.parse(await folder.read(name)) });
  return indexes;
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
      const hash = createHash("sha256");
      let rows = 0;
      const lines = readLines(readTable(client, table), (text) => {
        hash.update(text);
        rows += countLines(text);
      });
      const { file, isNew } = await folder.add(Readable.from(lines).pipe(createGzip()));
      if (isNew) added.bytes += file.sizeBytes;
      tables.push({ ...table, rows, sha256: hash.digest("hex"), file });
    }
    return { migrations, tables, sequences: await selectSequences(client) };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

async function* readLines(texts: AsyncIterable<string>, onText: (text: string) => void): AsyncGenerator<string> {
  for await (const text of texts) {
    onText(text);
    yield text;
  }
}

/** A file that an earlier backup has under the same name, size and date is not read again. */
async function backUpMedia(
  storage: Storage,
  folder: BackupFolder,
  { earlier, added }: { earlier: BackupIndex["media"]; added: Added },
): Promise<BackupIndex["media"]> {
  const known = new Map(earlier.map((one) => [`${one.key} ${one.etag}`, one]));
  const media: BackupIndex["media"] = [];
  for await (const { key, etag, contentType } of storage.walk()) {
    const same = known.get(`${key} ${etag}`);
    if (same && folder.has(same.sha256)) {
      media.push(same);
      continue;
    }
    const content = await storage.read(key);
    // Deleted since it was listed.
    if (content === null) continue;
    const { file, isNew } = await folder.add(content);
    if (isNew) added.bytes += file.sizeBytes;
    media.push({ key, etag, contentType, ...file });
  }
  return media;
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
