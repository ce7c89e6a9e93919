import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { createDatabase } from "#platform/db/database.ts";
import { saveLastBackup } from "#src/backup/create-backup.service.ts";
import { examine } from "#src/doctor.ts";
import { createCaller } from "#testing/caller.ts";
import { childEnv } from "#testing/child-env.ts";
import { startFakeRedis } from "#testing/fake-redis.ts";
import { createFakeSmtp } from "#testing/fake-smtp.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createEmptyDatabase } from "#testing/test-database.ts";
import { enableTwoFactor } from "#testing/two-factor.ts";
import { checkDatabase } from "./database.sql.ts";
import { checkBackups, checkCaptions, checkDisk, checkFfmpeg, checkMail, checkRedis } from "./machine.service.ts";
import { checkNetwork } from "./network.service.ts";

const testApp = await createTestApp();
const { config, pool } = testApp.deps;
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-doctor-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Something that answers at an address instead of the product, or before it. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy that passes most things on. */
const proxying = (refuses: (url: string) => number | null) =>
  answering((request, response) => {
    const status = refuses(request.url ?? "");
    if (status === null) void forward(request, response);
    else response.writeHead(status, { "content-type": "text/html" }).end("<h1>nginx</h1>");
  });

async function forward({ method = "GET", url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = await fetch(testApp.origin + url, { method, ...(method === "POST" && { body: "" }) });
  response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
}

const program = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
};

/** @returns what it says; it must have a finding */
async function examineAsCommand(env: NodeJS.ProcessEnv): Promise<string> {
  const doctor = path.resolve(import.meta.dirname, "../doctor.ts");
  const ended = await promisify(execFile)(process.execPath, [doctor], { env }).catch(
    (error: { code: number; stdout: string }) => error,
  );
  expect("code" in ended && ended.code).toBe(1);
  return ended.stdout;
}

test("as a command it says each finding in a line, and exits with 1", async () => {
  const environment = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: config.databaseUrl ?? "" };
  const said = await examineAsCommand({
    ...environment,
    PUBLIC_URL: "http://127.0.0.1:9",
    REDIS_URL: "redis://127.0.0.1:9",
  });
  for (const sentence of ["PUBLIC_URL, http://127.0.0.1:9, does not answer", "The Redis of REDIS_URL cannot be used"])
    expect(said).toContain(`- ${sentence}`);
  expect(said).toContain("- There is no backup yet");
});

test("as a command it creates nothing where the product has never run", async () => {
  const dataDir = path.join(folder, "never");
  const env = { ...childEnv(), DATA_DIR: dataDir, PUBLIC_URL: "http://127.0.0.1:9" };
  const said = await examineAsCommand(env);
  expect(said).toContain(`- No database runs in DATA_DIR, ${dataDir}. Start the product.`);
  expect(existsSync(dataDir)).toBe(false);
});

test("a database before the first start", async () => {
  const empty = await createEmptyDatabase();
  afterAll(() => empty.drop());
  expect(await examine({ ...config, databaseUrl: empty.url })).toContain("The database is empty. Start the product.");
});

test("a sound installation has no findings", async () => {
  const dataDir = path.join(folder, "sound");
  mkdirSync(dataDir);
  const sound = { ...config, dataDir, publicUrl: testApp.origin, diskFloorBytes: 0 };
  expect(await examine(sound)).toEqual(["There is no backup yet: npm run backup -- FOLDER"]);
  saveLastBackup(dataDir, new Date());
  expect(await examine(sound)).toEqual([]);
});

test("a key that reads nothing of what is stored", async () => {
  const maya = await testApp.person("maya");
  await enableTwoFactor(createCaller(testApp.origin, maya.token));
  const found = await examine({ ...config, secretKeys: ["a key of thirty-two characters that was mistyped"] });
  expect(found).toContainEqual(expect.stringMatching(/^SECRET_KEY cannot read what is encrypted in two_factor/));
});

test("a speech model that cannot be used", async () => {
  const found = async (captionsModel: string | null, canCaption: boolean) =>
    checkCaptions({ captionsModel }, canCaption);
  expect(await found(null, false)).toEqual([]);
  expect(await found(folder, true)).toEqual([]);
  expect(await found("/nowhere/model.bin", false)).toEqual([expect.stringContaining("does not exist")]);
  expect(await found(folder, false)).toEqual([expect.stringContaining("cannot be used")]);
  expect(await examine({ ...config, captionsModel: "/nowhere/model.bin" })).toContainEqual(
    expect.stringContaining("CAPTIONS_MODEL, /nowhere/model.bin, does not exist"),
  );
});

describe("the way to the product", () => {
  const now = () => new Date();
  const ask = (publicUrl: string, at = now()) => checkNetwork({ publicUrl }, at);

  test("a wrong PUBLIC_URL", async () => {
    expect(await ask("http://127.0.0.1:9")).toEqual([expect.stringContaining("does not answer")]);
    const other = await answering((_request, response) => void response.end("Welcome"));
    expect(await ask(other)).toEqual([expect.stringContaining("is answered by something else")]);
  });

  test("a proxy that cuts uploads and sockets, or keeps the API", async () => {
    const cutting = await proxying((url) => (url.startsWith("/api/v1/uploads") ? 413 : null));
    expect(await ask(cutting)).toEqual([
      expect.stringContaining("The proxy cuts uploads"),
      expect.stringContaining("The proxy cuts sockets"),
    ]);
    const keeping = await proxying((url) => (url.startsWith("/api/") ? 502 : null));
    expect(await ask(keeping)).toContainEqual(expect.stringContaining("something else answers there"));
  });

  test("a clock that is wrong", async () => {
    const found = await ask(testApp.origin, new Date(Date.now() - 120_000));
    expect(found).toEqual([expect.stringMatching(/differs by 1[12]\d seconds/)]);
  });
});

describe("the machine", () => {
  test("a disk without room", async () => {
    const { dataDir } = config;
    expect(await checkDisk({ dataDir, diskFloorBytes: Number.MAX_SAFE_INTEGER })).toEqual([
      expect.stringContaining("The disk is full"),
    ]);
    expect(await checkDisk({ dataDir, diskFloorBytes: 0 })).toEqual([]);
    const { bavail, bsize } = statfsSync(dataDir);
    expect(await checkDisk({ dataDir, diskFloorBytes: (bavail * bsize) / 3 })).toEqual([
      expect.stringContaining("The disk is nearly full"),
    ]);
  });

  test("a mail server that refuses or is not there", async () => {
    const smtp = await createFakeSmtp();
    expect(await checkMail({ smtpUrl: smtp.url })).toEqual([]);
    await smtp.stop();
    expect(await checkMail({ smtpUrl: smtp.url })).toEqual([expect.stringContaining("accepts no mail (ESOCKET)")]);
    const refusing = await createFakeSmtp({ EHLO: "554 no", HELO: "554 no" });
    expect(await checkMail({ smtpUrl: refusing.url })).toEqual([expect.stringContaining("accepts no mail")]);
    await refusing.stop();
  });

  test("a Redis with another password, that does not answer, or is not there", async () => {
    const redis = await startFakeRedis();
    const found = (redisUrl: string | null) => checkRedis({ redisUrl });
    expect(await found(null)).toEqual([]);
    expect(await found(redis.url)).toEqual([]);
    expect(await found(redis.url.replace("a%20", "another%20"))).toEqual([expect.stringContaining("(WRONGPASS)")]);
    redis.hang();
    expect(await found(redis.url)).toEqual([expect.stringContaining("cannot be used (no answer within 2000 ms)")]);
    await redis.stop();
    expect(await found(redis.url)).toEqual([expect.stringContaining("(ECONNREFUSED)")]);
  });

  test("an ffmpeg that is missing or lacks a codec", async () => {
    expect(await checkFfmpeg(config)).toEqual([]);
    expect(await checkFfmpeg({ ffmpegPath: "/nowhere/ffmpeg", ffprobePath: config.ffprobePath })).toEqual([
      expect.stringContaining("/nowhere/ffmpeg does not run"),
    ]);
    expect(await checkFfmpeg({ ffmpegPath: config.ffmpegPath, ffprobePath: "/nowhere/ffprobe" })).toEqual([
      expect.stringContaining("/nowhere/ffprobe does not run"),
    ]);
    const poor = program("ffmpeg", 'echo " V....D mpeg4   MPEG-4"; echo " A....D aac   AAC"');
    expect(await checkFfmpeg({ ffmpegPath: poor, ffprobePath: poor })).toEqual([
      expect.stringContaining("cannot make libx264."),
      expect.stringContaining("cannot read h264, hevc, vp9, av1, prores, opus."),
    ]);
  });

  test("a backup that is too old", () => {
    const now = new Date();
    saveLastBackup(folder, new Date(now.getTime() - 3.5 * 86_400_000));
    expect(checkBackups({ dataDir: folder }, now)).toEqual([expect.stringContaining("is 3 days old")]);
  });
});

describe("the database", () => {
  test("jobs that failed for good, mails that nobody took, and no worker", async () => {
    expect(await checkDatabase(pool)).toEqual([]);
    const add = (name: string, more: string) =>
      pool.query(`select graphile_worker.add_job($1, '{}', max_attempts := 1${more})`, [name]);
    await add("mail:send", "");
    await add("media:process-video", "");
    await pool.query("update graphile_worker._private_jobs set attempts = 1");
    await add("likes:recount", ", run_at := now() - interval '25 minutes'");
    expect(await checkDatabase(pool)).toEqual([
      "Emails that could not be delivered to the mail server: 1.",
      "Jobs media:process-video that failed for good: 1. Their errors are in the log.",
      "Jobs wait for 25 minutes: no worker runs, or it cannot keep up.",
    ]);
    await pool.query("delete from graphile_worker._private_jobs");
  });

  test("jobs that wait for another one of their queue are no finding", async () => {
    await pool.query(
      "select graphile_worker.add_job('exports:make', '{}', queue_name := 'exports', run_at := now() - interval '25 minutes')",
    );
    expect(await checkDatabase(pool)).toEqual(["Jobs wait for 25 minutes: no worker runs, or it cannot keep up."]);
    await pool.query("update graphile_worker._private_job_queues set locked_at = now() where queue_name = 'exports'");
    expect(await checkDatabase(pool)).toEqual([]);
    await pool.query("delete from graphile_worker._private_jobs");
  });

  test("captions that wait for a worker with an engine for their language are no finding", async () => {
    await pool.query(
      `select graphile_worker.add_job('captions:recognize-speech', '{}', run_at := now() - interval '25 minutes',
         flags := '{speech:es}')`,
    );
    expect(await checkDatabase(pool)).toEqual([]);
    await pool.query("delete from graphile_worker._private_jobs");
  });

  test("a missing index, by what the migrations create", async () => {
    expect(await checkDatabase(pool)).toEqual([]);
    await pool.query("drop index notifications_newest");
    expect(await checkDatabase(pool)).toEqual([expect.stringContaining("The index notifications_newest is missing")]);
  });

  test("an index that was left damaged", async () => {
    await pool.query("update pg_index set indisvalid = false where indexrelid = 'audit_log_of_subject'::regclass");
    expect(await checkDatabase(pool)).toContainEqual(
      expect.stringContaining("The index audit_log_of_subject is missing or damaged"),
    );
    await pool.query("update pg_index set indisvalid = true where indexrelid = 'audit_log_of_subject'::regclass");
  });

  test("another clock than this machine's", async () => {
    await pool.query(
      `create function public.clock_timestamp() returns timestamptz language sql
       as $$ select pg_catalog.clock_timestamp() + interval '40 seconds' $$`,
    );
    const fast = createDatabase(`${config.databaseUrl}?options=-c%20search_path%3Dpublic%2Cpg_catalog`, {
      connections: 1,
    });
    try {
      expect(await checkDatabase(fast.pool)).toContainEqual(
        expect.stringMatching(/The clock of the database differs by (39|40|41) seconds/),
      );
    } finally {
      await fast.close();
      await pool.query("drop function public.clock_timestamp()");
    }
  });

  test("a database that is behind, or not there", async () => {
    await pool.query("delete from migrations where name like '0119%'");
    expect(await checkDatabase(pool)).toEqual([
      expect.stringContaining("the next migration is 0119_push_subscriptions.sql"),
    ]);
    const databaseUrl = "postgres://nobody@127.0.0.1:9/nothing";
    const sound = { ...config, databaseUrl, publicUrl: testApp.origin, diskFloorBytes: 0 };
    expect(await examine(sound)).toContainEqual(expect.stringContaining("The database does not answer"));
  });
});
