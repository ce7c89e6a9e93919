import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { createDatabase } from "#platform/db/database.ts";
import { createFolderStorage } from "#platform/storage/folder-storage.ts";
import { createS3Storage } from "#platform/storage/s3-storage.ts";
import type { Storage } from "#platform/storage/storage.ts";
import { readConfig } from "#src/config.ts";
import { startFakeS3 } from "#testing/fake-s3/fake-s3.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { type BackupFolder, openBackupFolder } from "./backup-folder.ts";
import { createBackup } from "./create-backup.service.ts";

const home = mkdtempSync(path.join(tmpdir(), "fieldhouse-create-backup-"));
const vapid = { publicKey: "", privateKey: "" };
const empty = await createEmptyDatabase();
const database = createDatabase(empty.url, { connections: 1 });
await database.pool.query("create table migrations as select ''::text as name, ''::text as hash");
afterAll(async () => {
  await database.close();
  await empty.drop();
  rmSync(home, { recursive: true, force: true });
});

let count = 0;
const newFolder = () => path.join(home, `folder-${count++}`);
const BYTES = { contentType: "application/octet-stream" };

function backUp(folder: BackupFolder, storage: Storage = createFolderStorage(newFolder())) {
  const config = readConfig(
    { NODE_ENV: "test", DATA_DIR: home },
    () => "a secret of thirty-two characters for backups",
  );
  return createBackup({ pool: database.pool, storage, config, now: () => new Date() }, folder, { vapid, keepDays: 30 });
}

test.each([null, "a passphrase"])(
  "a file that cannot be read to its end is an error, with the passphrase %j",
  async (passphrase) => {
    const root = newFolder();
    const folder = await openBackupFolder(root, passphrase);
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from("some bytes");
      throw new Error("the disk is broken");
    }
    await expect(folder.add(Readable.from(broken()))).rejects.toThrow("the disk is broken");
    // A connection to a bucket that ends early may only close.
    const cut = new PassThrough();
    cut.write("some bytes");
    setImmediate(() => cut.destroy());
    await expect(folder.add(cut)).rejects.toThrow("Premature close");
    expect(readdirSync(path.join(root, "files"))).toEqual([]);
  },
);

test.each([null, "a passphrase"])(
  "a file that the disk has no room for is not called damaged, with the passphrase %j",
  async (passphrase) => {
    const folder = await openBackupFolder(newFolder(), passphrase);
    const { file } = await folder.add(Readable.from(["some bytes"]));
    await expect(folder.extract(file.sha256, "/dev/full")).rejects.toThrow(
      "A file of the backup cannot be copied to /dev/full: ENOSPC: no space left on device, write.",
    );
  },
);

test("a backup that loses the database says so, and gives its connection back", async () => {
  const folder = await openBackupFolder(newFolder(), null);
  async function add(content: Readable) {
    const other = createDatabase(empty.url, { connections: 1 });
    await other.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await other.close();
    return folder.add(content);
  }
  await expect(backUp({ ...folder, add })).rejects.toThrow("connection");
  expect((await backUp(folder)).tables).toBe(1);
});

test("a further backup of a bucket asks for nothing but what is new", async () => {
  const s3 = await startFakeS3();
  afterAll(() => s3.stop());
  const storage = createS3Storage(s3.config);
  const folder = await openBackupFolder(newFolder(), null);
  for (const name of ["1", "2", "3"]) await storage.put(`contents/a/${name}`, name, BYTES);
  expect((await backUp(folder, storage)).files).toBe(3);
  await storage.put("contents/a/4", "4", BYTES);
  s3.seen.length = 0;
  expect((await backUp(folder, storage)).files).toBe(4);
  expect(s3.seen.map((request) => request.split(" ").slice(0, 2).join(" "))).toEqual([
    expect.stringMatching(/^GET \?list-type=2/),
    "HEAD contents/a/4",
    "GET contents/a/4?x-id=GetObject",
  ]);
});

test("many earlier backups of many files fit into a small memory", async () => {
  const root = newFolder();
  const folder = await openBackupFolder(root, null);
  const files = Array.from({ length: 30_000 }, (_, at) => ({
    key: `contents/01890000-0000-7000-8000-000000000000/token/run/1080p/${at}.m4s`,
    etag: `"${at}-of-this-file"`,
    contentType: "video/iso.segment",
    sha256: at.toString(16).padStart(64, "0"),
    sizeBytes: at,
  }));
  for (let day = 1; day <= 15; day++) {
    const startedAt = new Date(Date.now() - day * 86_400_000).toISOString();
    const index = {
      startedAt,
      migrations: [],
      tables: [],
      sequences: [],
      media: files,
      keys: { secretKeys: [], vapid },
    };
    await folder.write(startedAt.replaceAll(":", "-"), index);
  }
  const dataDir = newFolder();
  const storage = createFolderStorage(path.join(dataDir, "media"));
  await storage.put("contents/a/1", "1", BYTES);
  const said = await promisify(execFile)(
    process.execPath,
    ["--max-old-space-size=110", path.resolve(import.meta.dirname, "../backup.ts"), "backup", root],
    { env: { PATH: process.env.PATH, DATABASE_URL: empty.url, DATA_DIR: dataDir } },
  ).catch((error: { stderr: string }) => error);
  expect("stdout" in said && said.stdout).toContain("and 1 files.");
});
