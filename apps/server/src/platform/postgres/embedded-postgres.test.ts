import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { childEnv } from "#testing/child-env.ts";
import { buffersMb, FieldhouseStartError, startEmbeddedPostgres } from "./embedded-postgres.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const HOLDER = fileURLToPath(new URL("../../testing/hold-postgres.ts", import.meta.url));

const home = mkdtempSync(path.join(tmpdir(), "fieldhouse-postgres-"));
// As root, PostgreSQL runs as another user, who must be able to reach this folder.
chmodSync(home, 0o755);
const held: ChildProcess[] = [];
afterAll(() => {
  for (const child of held) child.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

let count = 0;
function newFolder(): string {
  return path.join(home, `data-${count++}`);
}

/** A folder after its first start. */
const whole = newFolder();
beforeAll(async () => {
  const first = await startEmbeddedPostgres({ dataDir: whole, isThrowaway: true });
  await first.stop();
});

/** A copy of it: to start a new one takes ten times as long. */
async function usedFolder(): Promise<string> {
  const dataDir = newFolder();
  // With owners, or PostgreSQL would refuse the folder.
  await once(spawn("cp", ["-a", whole, dataDir], { stdio: "inherit" }), "exit");
  return dataDir;
}

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as Row[];
}

/** Starts a folder's database in another process. @returns the process and the URL */
async function hold(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [HOLDER, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  held.push(child);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { child, url: said.toString().trim() };
}

/** The shell that ends the database when its starter has ended. */
function watcherOf(starter: ChildProcess): number {
  const children = readFileSync(`/proc/${starter.pid}/task/${starter.pid}/children`, "utf8").split(" ").filter(Boolean);
  const found = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("end-with-us"));
  if (found === undefined) throw new Error("nobody watches");
  return Number(found);
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

describe("the embedded database", () => {
  test.each([
    [512, 128],
    [4096, 512],
    [24_576, 1024],
  ])("of a machine with %i MB has %i MB of shared buffers", (machineMb, readyMb) => {
    expect(buffersMb(machineMb * 1024 ** 2)).toBe(readyMb);
  });

  test("keeps its data over a restart, and listens on this machine only", async () => {
    const dataDir = newFolder();
    const first = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
    await ask(first.url, "create table kept as select 'here' as word");
    const [about] = await ask<{ listen: string; encoding: string; zone: string }>(
      first.url,
      "select current_setting('listen_addresses') as listen, current_setting('server_encoding') as encoding, current_setting('timezone') as zone",
    );
    expect(about).toEqual({ listen: "127.0.0.1", encoding: "UTF8", zone: "UTC" });
    const stranger = first.url.replace(/:[0-9a-f]+@/, ":not-the-password@");
    await expect(ask(stranger, "select 1")).rejects.toThrow("password authentication failed");
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
    expect(await ask(second.url, "select word from kept")).toEqual([{ word: "here" }]);
    await second.stop();
  });

  test("refuses a second start on one folder, without harming the first", async () => {
    const dataDir = await usedFolder();
    const { child, url } = await hold(dataDir);
    await expect(startEmbeddedPostgres({ dataDir, isThrowaway: true })).rejects.toThrow(
      "Fieldhouse is running on this data folder already.",
    );
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
    child.kill("SIGKILL");
    await once(child, "exit");
    const after = await startEmbeddedPostgres({ dataDir });
    await after.stop();
  });

  test.each(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "stops when the process that started it is ended by %s",
    async (signal) => {
      const dataDir = await usedFolder();
      const { child, url } = await hold(dataDir);
      child.kill(signal);
      await once(child, "exit");
      // Only an orderly shutdown removes it.
      const hasPid = () => readdirSync(path.join(dataDir, "postgres")).includes("postmaster.pid");
      await expect.poll(hasPid).toBe(false);
      await expect(ask(url, "select 1")).rejects.toThrow("ECONNREFUSED");
    },
  );

  test("stops an orphan after a kill -9, and keeps everything committed", async () => {
    const dataDir = await usedFolder();
    const { child, url } = await hold(dataDir);
    await ask(url, "create table kept as select generate_series(1, 1000) as n");
    process.kill(watcherOf(child), "SIGKILL");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);

    const again = await startEmbeddedPostgres({ dataDir });
    await expect(ask(url, "select 1")).rejects.toThrow("ECONNREFUSED");
    expect(await ask(again.url, "select count(*)::int as count from kept")).toEqual([{ count: 1000 }]);
    await again.stop();
  });

  test("recovers after the server itself was killed", async () => {
    const dataDir = await usedFolder();
    const { child, url } = await hold(dataDir);
    await ask(url, "create table kept as select 1 as n");
    process.kill(postmasterOf(dataDir), "SIGKILL");
    child.kill("SIGKILL");
    await once(child, "exit");
    const again = await startEmbeddedPostgres({ dataDir });
    expect(await ask(again.url, "select n from kept")).toEqual([{ n: 1 }]);
    await again.stop();
  });

  test("ends the product with a message if it ends itself", async () => {
    const dataDir = await usedFolder();
    const env = { ...childEnv(), DATA_DIR: dataDir, PORT: "0", DEMO: "0" };
    const product = spawn(process.execPath, [MAIN], { stdio: ["ignore", "pipe", "pipe"], env });
    held.push(product);
    let said = "";
    for (const stream of [product.stdout, product.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
    const ended = once(product, "exit");
    await expect.poll(() => said).toContain("is ready.");
    process.kill(postmasterOf(dataDir), "SIGKILL");
    // For a supervisor that restarts only what failed.
    expect(await ended).toEqual([1, null]);
    expect(said.trim()).toMatch(/The database ended \(SIGKILL\)\. Start again: nothing was lost\.$/);
    const again = await startEmbeddedPostgres({ dataDir });
    expect(await ask(again.url, "select count(*)::int as count from accounts")).toEqual([{ count: 0 }]);
    await again.stop();
  });

  test("is private to its user, and stays where an earlier release created it", async () => {
    const dataDir = await usedFolder();
    const first = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
    await ask(first.url, "create table kept as select 1 as n");
    await first.stop();
    // As an earlier release created it.
    chmodSync(dataDir, 0o755);
    writeFileSync(path.join(dataDir, "fieldhouse.log"), "", { mode: 0o644 });
    const second = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
    expect(await ask(second.url, "select n from kept")).toEqual([{ n: 1 }]);
    expect(statSync(dataDir).mode & 0o067).toBe(0);
    if (process.getuid?.() === 0) {
      const asStranger = (command: string, ...args: string[]) =>
        spawnSync(command, args, { uid: 65_534, gid: 12_345, encoding: "utf8" }).stderr;
      expect(asStranger("ls", dataDir)).toMatch(/Permission denied/);
      expect(asStranger("cat", path.join(dataDir, "fieldhouse.log"))).toMatch(/Permission denied/);
    }
    await second.stop();
  });

  test("leaves nothing that looks like a database after an interrupted first start", async () => {
    const half = newFolder();
    cpSync(path.join(whole, "postgres"), path.join(half, "postgres.new"), { recursive: true });
    unlinkSync(path.join(half, "postgres.new/PG_VERSION"));
    const started = await startEmbeddedPostgres({ dataDir: half, isThrowaway: true });
    expect(await ask(started.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await started.stop();
  });
});

describe("reports an unusable folder in one sentence, and changes nothing in it", () => {
  test.each([
    ["its version is gone", (folder: string) => unlinkSync(path.join(folder, "PG_VERSION")), /is damaged\. Restore it/],
    [
      "its control file is cut",
      (folder: string) => truncateSync(path.join(folder, "global/pg_control"), 100),
      /is damaged/,
    ],
    [
      "its control file is noise",
      (folder: string) => writeFileSync(path.join(folder, "global/pg_control"), Buffer.alloc(8192, 0x5a)),
      /is damaged/,
    ],
    [
      "another PostgreSQL made it",
      (folder: string) => writeFileSync(path.join(folder, "PG_VERSION"), "15\n"),
      /was made by PostgreSQL 15, and this is PostgreSQL 18\. See docs\/operations\.md/,
    ],
  ])("%s", async (_, damage, sentence) => {
    const dataDir = await usedFolder();
    damage(path.join(dataDir, "postgres"));
    const before = describeFiles(path.join(dataDir, "postgres"));
    const fault = await startEmbeddedPostgres({ dataDir, isThrowaway: true }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(FieldhouseStartError);
    expect(String(fault)).toMatch(sentence);
    expect(String(fault)).not.toContain("\n");
    expect(describeFiles(path.join(dataDir, "postgres"))).toEqual(before);
    // The folder is unlocked again, so that it can be used once repaired.
    const again = await startEmbeddedPostgres({ dataDir, isThrowaway: true }).catch((error: unknown) => error);
    expect(String(again)).toMatch(sentence);
  });
});

/** Every file's name, size and content, except files that each start rewrites. */
function describeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("postmaster."))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => `${file} ${createHash("sha256").update(readFileSync(file)).digest("hex")}`)
    .toSorted();
}
