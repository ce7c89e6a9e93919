import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { accountRoutes } from "@app/contract/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { loadOrCreateVapidKeys } from "#platform/push/vapid-keys.ts";
import { createApp } from "#src/app.ts";
import { readConfig } from "#src/config.ts";
import { toDeps } from "#src/product.ts";
import { createCaller } from "#testing/caller.ts";
import { childEnv } from "#testing/child-env.ts";
import { PASSWORD, type TestPerson, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";

import { type BackupFolder, openBackupFolder } from "./backup-folder.ts";
import { createBackup, readIndex, readMedia } from "./create-backup.service.ts";

const SECRET_KEY = "a secret of thirty-two characters for backups";
const PASSPHRASE = "a passphrase that nobody guesses";
const testApp = await createTestApp({ SECRET_KEY });
const { deps } = testApp;
const run = promisify(execFile);
const program = path.resolve(import.meta.dirname, "../backup.ts");
const home = mkdtempSync(path.join(tmpdir(), "fieldhouse-backup-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const folder = path.join(home, "backups");

/** Media may be larger than the machine's folder of temporary files. */
const NOWHERE = path.join(home, "no-temporary-files");

/** As `/etc/fieldhouse.env` has it, with a key that was lost. */
const PRODUCTION = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://league.example.org",
  SECRET_KEY: "",
  SMTP_URL: "smtps://user:password@mail.example.org:465",
  MAIL_FROM: "Example League <no-reply@league.example.org>",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};

/** Runs a command like an operator. @returns its output */
async function command(words: string[], env: Record<string, string>): Promise<string> {
  return run(process.execPath, [program, ...words], { env: { ...childEnv(), TMPDIR: NOWHERE, ...env } }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

const backUp = (more: Record<string, string> = {}) =>
  command(["backup", folder], {
    DATABASE_URL: deps.config.databaseUrl ?? "",
    DATA_DIR: deps.config.dataDir,
    SECRET_KEY,
    BACKUP_PASSPHRASE: PASSPHRASE,
    ...more,
  });

async function restoreInto(name: string, words: string[] = [], more: Record<string, string> = {}) {
  const database = await createEmptyDatabase();
  afterAll(() => database.drop());
  const dataDir = path.join(home, name);
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE, ...more };
  return { said: await command(["restore", folder, ...words], env), dataDir, url: database.url };
}

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => statSync(path.join(root, name)).isFile());

/** Rows of different lengths, of which some were changed or deleted: a restore places them in another order. */
async function useForLong(accountId: string): Promise<void> {
  await deps.pool.query(
    `insert into devices (id, account_id, client_id, name, address_prefix, session_ends_at)
     select gen_random_uuid(), $1, gen_random_uuid(), repeat('x', 1 + position * 37 % 301), '', now() - interval '1 day'
     from generate_series(1, 1000) as position`,
    [accountId],
  );
  await deps.pool.query("update devices set name = 'y' || name where name like 'x%' and length(name) % 5 = 0");
  await deps.pool.query("delete from devices where name like 'x%' and length(name) % 7 = 0");
}

/** Earlier releases listed the media in the index, beside a checksum of each table in storage order. */
async function writeAsEarlierRelease(store: BackupFolder, name: string): Promise<void> {
  const index = await readIndex(store, name);
  const media: unknown[] = [];
  for await (const file of readMedia(store, index, deps.config.dataDir)) media.push(file);
  await store.write(name, {
    ...index,
    media,
    tables: index.tables.map((table) => ({ ...table, sha256: "0".repeat(64) })),
  });
}

let maya = {} as TestPerson;

beforeAll(async () => {
  maya = await testApp.person("maya", { plan: "Individual" });
  await testApp.publishes(maya, "Final — “gold”, \\ and\nmore");
  // As pasted from a word processor: line separators, which are no end of a line here.
  await deps.pool.query("update contents set description = $1", ["one\u2028two\u2029three\u0085four\rfive"]);
  await useForLong(maya.accountId);
  await deps.storage.put("contents/a/1.m4s", Buffer.alloc(100_000, 7), { contentType: "video/iso.segment" });
  await deps.storage.put("contents/a/empty.vtt", "", { contentType: "text/vtt" });
  await deps.pool.query("select graphile_worker.add_job('mail:send', '{}', run_at := now() + interval '1 day')");
});

describe("a backup", () => {
  test("is restored into an empty installation, with the same rows and files, and a working sign-in", async () => {
    const report = await backUp();
    expect(report).toMatch(/Backup 2\d{3}-.*\d+ rows of \d+ tables, and 2 files\./);
    expect(report).toContain("It is encrypted");
    const before = await deps.pool.query("select id, title from contents order by id");
    // Whatever happens after the backup is not in it.
    await testApp.person("later");

    const { said, dataDir, url } = await restoreInto("restored", [], PRODUCTION);
    expect(said).toMatch(/All checksums are the same/);
    expect(readFileSync(path.join(dataDir, "media/contents/a/1.m4s"))).toEqual(Buffer.alloc(100_000, 7));
    expect(readFileSync(path.join(dataDir, "secret.key"), "utf8").trim()).toBe(SECRET_KEY);

    const environment = { NODE_ENV: "test", DATA_DIR: dataDir, DATABASE_URL: url, DEMO: "0", RATE_LIMITS: "off" };
    const config = readConfig(environment, () => readFileSync(path.join(dataDir, "secret.key"), "utf8").trim());
    const database = createDatabase(url, { connections: 3 });
    const restored = await toDeps(config, createLog("silent"), database);
    const app = await createApp(restored);
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    try {
      const visitor = createCaller(origin, null);
      const session = await visitor.call(accountRoutes.login, { body: toLogin("maya", PASSWORD) });
      expect(session.users.username).toBe("maya");
      expect((await visitor.refused(accountRoutes.login, { body: toLogin("later", PASSWORD) })).code).toBe(422);
      expect((await database.pool.query("select id, title from contents order by id")).rows).toEqual(before.rows);
      expect(restored.push.publicKey).toBe(deps.push.publicKey);
      // New rows get new numbers, foreign keys and triggers are back, and the queue is there.
      await expect(
        database.pool.query("insert into devices (id, account_id) values (gen_random_uuid(), gen_random_uuid())"),
      ).rejects.toThrow();
      const queued = await database.pool.query("select task_identifier from graphile_worker.jobs");
      expect(queued.rows).toContainEqual({ task_identifier: "mail:send" });
      await database.pool.query(
        "select graphile_worker.add_job('mail:send', '{}', run_at := now() + interval '1 day')",
      );
      const [own, copy] = await Promise.all(
        [deps.pool, database.pool].map((pool) =>
          pool.query("select conrelid::regclass::text, conname from pg_constraint where contype = 'f' order by 1, 2"),
        ),
      );
      expect(copy?.rows).toEqual(own?.rows);
      const disabled = await database.pool.query("select from pg_trigger where tgenabled = 'D'");
      expect(disabled.rows).toEqual([]);
    } finally {
      await app.close();
      await database.close();
    }
  });

  test("adds only what is new, and nothing in plain text", async () => {
    const before = new Set(filesIn(path.join(folder, "files")));
    // Of a backup that was killed.
    writeFileSync(path.join(folder, "running"), `${hostname()} 999999999 1`);
    await deps.storage.put("contents/a/2.m4s", Buffer.from("the second segment"), { contentType: "video/iso.segment" });
    await backUp();
    const added = filesIn(path.join(folder, "files")).filter((name) => !before.has(name));
    // Only the new segment and the changed tables are added.
    expect(added.length).toBeLessThan(15);
    expect(readdirSync(path.join(folder, "backups"))).toHaveLength(2);
    for (const name of filesIn(folder)) {
      const bytes = readFileSync(path.join(folder, name));
      for (const secret of [SECRET_KEY, "maya", "the second segment"]) expect(bytes.includes(secret)).toBe(false);
    }
    const [first = ""] = readdirSync(path.join(folder, "backups")).sort();
    await writeAsEarlierRelease(await openBackupFolder(folder, PASSPHRASE), first);
    const { dataDir } = await restoreInto("earlier", [first]);
    expect(filesIn(path.join(dataDir, "media/contents"))).toEqual(["a/1.m4s", "a/empty.vtt"]);
  });

  test("is refused while another one runs, and releases its lock when it ends, even by failing", async () => {
    const lock = path.join(folder, "running");
    // The lock of a backup that is running.
    writeFileSync(lock, "4711", { flag: "wx" });
    const names = readdirSync(path.join(folder, "backups"));
    expect(await backUp()).toContain("Another backup is running.");
    expect([readdirSync(path.join(folder, "backups")), existsSync(lock)]).toEqual([names, true]);
    rmSync(lock);
    const both = await Promise.all([backUp(), backUp()]);
    const refused = both.filter((said) => said.includes("Another backup is running."));
    const made = both.filter((said) => said.includes("It is encrypted"));
    expect([refused.length + made.length, made.length > 0]).toEqual([2, true]);
    expect(readdirSync(path.join(folder, "backups"))).toHaveLength(names.length + made.length);
    // A failed backup releases the lock too.
    expect(await backUp({ BACKUP_PASSPHRASE: "guessed" })).toContain("is not the passphrase");
    expect(existsSync(lock)).toBe(false);
  });

  test("of the first two at once, none is encrypted with a key that nobody can derive again", async () => {
    const fresh = path.join(home, "fresh");
    const env = { DATABASE_URL: deps.config.databaseUrl ?? "", DATA_DIR: deps.config.dataDir, SECRET_KEY };
    const first = () => command(["backup", fresh], { ...env, BACKUP_PASSPHRASE: PASSPHRASE });
    const said = await Promise.all([first(), first()]);
    expect(said.filter((text) => text.includes("It is encrypted")).length).toBeGreaterThan(0);
    const store = await openBackupFolder(fresh, PASSPHRASE);
    for (const name of await store.names()) expect(await readIndex(store, name)).toBeTruthy();
  });

  test("is deleted when it is old, with the files that no other backup needs", async () => {
    const store = await openBackupFolder(folder, PASSPHRASE);
    await deps.storage.put("contents/a/erased.m4s", "of somebody who left", { contentType: "video/iso.segment" });
    const vapid = loadOrCreateVapidKeys(deps.config.dataDir);
    const now = () => new Date(Date.now() - 29 * 86_400_000);
    const { name } = await createBackup({ ...deps, now }, store, { vapid, keepDays: 30 });
    await deps.storage.remove("contents/a/erased.m4s");
    const sha256 = createHash("sha256").update("of somebody who left").digest("hex");
    expect(await backUp()).toContain("were dropped: 0");
    expect(store.has(sha256)).toBe(true);
    expect(await backUp({ BACKUP_KEEP_DAYS: "28" })).toContain("were dropped: 1");
    expect([await store.names(), store.has(sha256)]).toEqual([expect.not.arrayContaining([name]), false]);
    expect(await backUp({ BACKUP_KEEP_DAYS: "0" })).toContain("BACKUP_KEEP_DAYS must be a number of days");
  });

  test("refuses a wrong passphrase, a target that is not empty, another key, an unknown name and a damaged file", async () => {
    expect(await backUp({ BACKUP_PASSPHRASE: "guessed" })).toContain("is not the passphrase of these backups");
    expect(await backUp({ BACKUP_PASSPHRASE: "" })).toContain("set BACKUP_PASSPHRASE");
    const used = await command(["restore", folder], {
      DATABASE_URL: deps.config.databaseUrl ?? "",
      DATA_DIR: path.join(home, "fresh"),
      BACKUP_PASSPHRASE: PASSPHRASE,
    });
    expect(used).toContain("The database is not empty");
    // Keys there would have the next try refused.
    expect(existsSync(path.join(home, "fresh/secret.key"))).toBe(false);
    const wrongKey = { SECRET_KEY: "another secret of thirty-two characters" };
    expect((await restoreInto("other-key", [], wrongKey)).said).toContain(
      "SECRET_KEY lacks a key that the backup needs",
    );
    expect((await restoreInto("restored")).said).toContain("is not empty");
    expect((await restoreInto("unknown", ["2020-01-01"])).said).toContain("There is no backup 2020-01-01");
    for (const name of filesIn(path.join(folder, "files"))) {
      const file = path.join(folder, "files", name);
      const bytes = readFileSync(file);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    }
    expect((await restoreInto("damaged")).said).toContain("A file of the backup is damaged");
  });
});
