import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PREFIX } from "@app/contract/paths";
import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { median } from "../median.ts";
import { type ClipSpec, LONG_CLIP, makeClip, SHORT_CLIP } from "../pipeline/clips.ts";
import { runFfmpeg } from "../pipeline/run-ffmpeg.ts";
import { publish, type Signed, sendFile } from "../pipeline/upload.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";
import { proportionalMb } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withFolder, withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const FILMS = 4;
/** Length of the long clip, so that a film uses both cores for longer than the measurement takes. */
const FILM_REPEATS = 4;
const LOOKED_AT: ClipSpec = { ...SHORT_CLIP, name: "5 s of 720p", seconds: 5 };
/** Anything that has not happened by then is recorded as this long. */
const LIMIT_MS = 60_000;

type Round = { mailMs: number; beginsMs: number; lookedMs: number };
type House = { product: Running; database: Database; signed: Signed; clip: string };

/** Short jobs on an idle worker, and while four films are processed. */
export function measureJobs(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "all", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      await addPerson(database, "filmer", "Individual");
      const category = { name: "Bench", slug: "bench", pictureKey: null, position: 1 };
      const categoryId = await addCategory(database.sql, category);
      const signed = { origin: product.origin, headers: await signIn(product.origin, "filmer") };
      const house = { product, database, signed, clip: await makeClip(settings, LOOKED_AT) };
      const rounds = settings.isQuick ? 3 : 7;
      const alone = await playRounds(house, rounds, "alone");
      const busy = await withFolder(async (folder) => {
        const film = await makeFilm(settings, folder);
        for (let at = 0; at < FILMS; at++) await publish(signed, await sendFile(signed, film), categoryId);
        await untilProcessing(database);
        return playRounds(house, rounds, "busy");
      });
      const worker = product.workerPid();
      return [
        ...toRows("with nothing beside it", alone, { mailS: null, beginsS: null }),
        ...toRows("beside four films", busy, { mailS: 5, beginsS: 2 }),
        row("jobs: worker and its programs, beside four films", proportionalMb(worker), "MB"),
      ];
    });
  });
}

async function makeFilm(settings: Settings, folder: string): Promise<string> {
  const film = path.join(folder, "film.mp4");
  const clip = await makeClip(settings, LONG_CLIP);
  await runFfmpeg(settings, ["-stream_loop", String(FILM_REPEATS - 1), "-i", clip, "-c", "copy", film]);
  return film;
}

async function untilProcessing({ pool }: Database): Promise<void> {
  for (const untilMs = Date.now() + LIMIT_MS; Date.now() < untilMs; await sleep(100)) {
    const { rows } = await pool.query("select 1 from contents where run is not null and state = 'processing'");
    if (rows.length >= 2) return;
  }
  throw new Error("No two films were processed at once.");
}

async function playRounds(house: House, count: number, name: string): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < count; round++) {
    const mailMs = await renderResetEmail(house, `${name}${round}`);
    rounds.push({ mailMs, ...(await look(house)) });
  }
  return rounds;
}

/** @returns milliseconds from the request until the email was sent */
async function renderResetEmail({ product, database }: House, username: string): Promise<number> {
  await addPerson(database, username, null);
  const startedMs = performance.now();
  const reply = await fetch(`${product.origin}${API_PREFIX}/forgot-password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email_or_username: username }),
  });
  if (!reply.ok) throw new Error(`The reset was refused: ${reply.status}`);
  return until(startedMs, async () => {
    const mails = await fetch(`${product.origin}/dev/mailbox.json?to=${username}@people.test`);
    return ((await mails.json()) as unknown[]).length > 0;
  });
}

/** @returns milliseconds from the last byte until the check of the file starts, and until its result is there */
async function look({ database, signed, clip }: House): Promise<Pick<Round, "beginsMs" | "lookedMs">> {
  const id = await sendFile(signed, clip);
  const startedMs = performance.now();
  const find = async (sql: string) => (await database.pool.query(sql, [id])).rows.length > 0;
  const waits = "select 1 from graphile_worker._private_jobs where key = 'check:' || $1 and locked_at is null";
  const beginsMs = await until(startedMs, async () => !(await find(waits)));
  const lookedMs = await until(startedMs, () => find("select 1 from uploads where id = $1 and is_valid is not null"));
  return { beginsMs, lookedMs };
}

async function until(startedMs: number, isReached: () => Promise<boolean>): Promise<number> {
  for (;;) {
    const passedMs = performance.now() - startedMs;
    if ((await isReached()) || passedMs > LIMIT_MS) return Math.min(passedMs, LIMIT_MS);
    await sleep(10);
  }
}

type Budgets = { mailS: number | null; beginsS: number | null };

function toRows(beside: string, rounds: readonly Round[], { mailS, beginsS }: Budgets): Row[] {
  const figures: [name: string, value: number, budgetS: number | null][] = [
    ["reset mail", median(rounds.map(({ mailMs }) => mailMs)), null],
    ["the slowest reset mail", Math.max(...rounds.map(({ mailMs }) => mailMs)), mailS],
    ["look at an upload begins", median(rounds.map(({ beginsMs }) => beginsMs)), null],
    ["the slowest look begins", Math.max(...rounds.map(({ beginsMs }) => beginsMs)), beginsS],
    ["look at an upload done", median(rounds.map(({ lookedMs }) => lookedMs)), null],
  ];
  return figures.map(([name, valueMs, budgetS]) => row(`jobs: ${name}, ${beside}`, valueMs / 1000, "s", budgetS));
}
