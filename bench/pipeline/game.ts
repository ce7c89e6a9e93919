import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContentItem } from "@app/contract/contents";
import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";
import { cpuOfTree } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { readLadder } from "./direct.ts";
import { runFfmpeg } from "./run-ffmpeg.ts";
import { publish, type Signed, sendFile, waitFor } from "./upload.ts";

const HOURS = 2;
const LENGTH_S = HOURS * 3_600;
/** Few frames and little motion, so that it encodes fast: only its length matters here. Its top rung is copied. */
const MINUTE = "color=c=0x1f5f2f:size=1280x720:rate=5,drawbox=x='mod(t*90,1240)':y=340:w=40:h=40:c=white:t=fill";
const LOOK_EVERY_MS = 2_000;
const LIMIT_MS = 6 * 3_600_000;

/** A game of two hours, from its last byte to its last rendition; every rendition must reach the end of the game. */
export async function measureGame(settings: Settings): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-game-"));
  const game = path.join(folder, "game.mp4");
  return closingAfter(
    async () => rmSync(folder, { recursive: true, force: true }),
    async () => {
      const minute = path.join(folder, "minute.mp4");
      await runFfmpeg(settings, [
        ...["-f", "lavfi", "-i", MINUTE, "-f", "lavfi", "-i", "sine=frequency=330:beep_factor=3:sample_rate=48000"],
        ...["-t", "60", "-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-pix_fmt", "yuv420p"],
        ...["-c:a", "aac", "-b:a", "96k", "-ac", "2", minute],
      ]);
      const again = String(LENGTH_S / 60 - 1);
      await runFfmpeg(settings, ["-stream_loop", again, "-i", minute, "-c", "copy", "-movflags", "+faststart", game]);
      return withProduct(settings, "all", (product) => {
        const database = createDatabase(product.databaseUrl, { connections: 2 });
        return closingAfter(database.close, () => playGame(product, database, game));
      });
    },
  );
}

async function playGame(product: Running, database: Database, game: string): Promise<Row[]> {
  await addPerson(database, "filmer", "Individual");
  const category = { name: "Bench", slug: "bench", pictureKey: null, position: 1 };
  const categoryId = await addCategory(database.sql, category);
  const signed = async (): Promise<Signed> => ({
    origin: product.origin,
    headers: await signIn(product.origin, "filmer"),
  });
  const owner = await signed();
  const cpuBeforeS = cpuOfTree(product.workerPid());
  const uploadId = await sendFile(owner, game);
  const startedMs = performance.now();
  const elapsedS = () => (performance.now() - startedMs) / 1_000;
  const { id } = await publish(owner, uploadId, categoryId);
  await waitFor(owner, id, (item) => item.video_content.hls !== null, { everyMs: 50, limitMs: LIMIT_MS });
  const playableS = elapsedS();
  // From the database, because a session expires before the game is processed.
  while (!(await isReady(database, id))) await sleep(LOOK_EVERY_MS);
  const wholeS = elapsedS();
  const cpuS = cpuOfTree(product.workerPid()) - cpuBeforeS;
  const item = await waitFor(await signed(), id, ({ state }) => state === "ready", { everyMs: 50, limitMs: 5_000 });
  const ladder = await readLadder(database, id);
  const sourceS = item.length ?? 0;
  const lengthsS = await Promise.all(ladder.map(({ height_px }) => lengthOf(product.origin, item, height_px)));
  const name = `a game of ${HOURS} hours`;
  return [
    row(`${name}: last byte to playable`, playableS, "s", 3),
    row(`${name}: last byte to all renditions`, wholeS, "s"),
    row(`${name}: CPU of all renditions`, cpuS, "s"),
    row(`${name}: renditions (${ladder.map(({ height_px }) => `${height_px}p`).join(", ")})`, ladder.length, ""),
    row(`${name}: missing at the end of its shortest rendition`, sourceS - Math.min(...lengthsS), "s", 1),
  ];
}

async function isReady({ pool }: Database, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ state: string; fault: string | null }>(
    "select state, fault from contents where id = $1",
    [id],
  );
  if (rows[0]?.state === "failed") throw new Error(`The game could not be processed: ${rows[0].fault}`);
  return rows[0]?.state === "ready";
}

/** The playable length of a rendition, after fetching its last segment. */
async function lengthOf(origin: string, item: ContentItem, heightPx: number): Promise<number> {
  const playlist = new URL(item.video_content.hls?.replace("master", `${heightPx}p`) ?? "", origin);
  const text = await (await fetch(playlist)).text();
  if (!text.includes("#EXT-X-ENDLIST")) throw new Error(`The rendition of ${heightPx}p has no end`);
  const last = text
    .trim()
    .split("\n")
    .findLast((line) => !line.startsWith("#"));
  const segment = await fetch(new URL(last ?? "", playlist));
  if (!segment.ok) throw new Error(`The last segment of ${heightPx}p is missing`);
  await segment.arrayBuffer();
  return [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
}
