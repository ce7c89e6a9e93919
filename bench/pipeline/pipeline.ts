import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { median } from "../median.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";
import type { Running } from "../product/start.ts";
import { withFolder, withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { type ClipSpec, LONG_CLIP, makeClip, SHORT_CLIP } from "./clips.ts";
import { makeDirectly, readLadder } from "./direct.ts";
import { measureHeavy } from "./heavy.ts";
import { type ProcessCost, processClip } from "./process-clip.ts";
import type { FfmpegCost } from "./run-ffmpeg.ts";

const FULL: readonly [ClipSpec, rounds: number][] = [
  [SHORT_CLIP, 3],
  [LONG_CLIP, 2],
];
const QUICK: readonly [ClipSpec, rounds: number][] = [[SHORT_CLIP, 1]];

type Round = { ours: ProcessCost; direct: FfmpegCost };

/** Each round makes the ladder with the product, then with a plain ffmpeg call. */
export function measurePipeline(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "all", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      await addPerson(database, "filmer", "Individual");
      const rows: Row[] = [];
      for (const [clip, count] of settings.isQuick ? QUICK : FULL) {
        const file = await makeClip(settings, clip);
        const rounds: Round[] = [];
        for (let round = 0; round < count; round++) rounds.push(await playRound(settings, { product, database, file }));
        rows.push(...toRows(clip, rounds));
      }
      const signed = { origin: product.origin, headers: await signIn(product.origin, "filmer") };
      const category = { ...(await openCategory(database)), rounds: settings.isQuick ? 1 : 3 };
      return [...rows, ...(await measureHeavy(settings, { product, signed, ...category }))];
    });
  });
}

async function openCategory(database: Database): Promise<{ categoryId: number }> {
  const category = { name: "Bench", slug: "bench", pictureKey: null, position: 1 };
  return { categoryId: await addCategory(database.sql, category) };
}

async function playRound(
  settings: Settings,
  { product, database, file }: { product: Running; database: Database; file: string },
): Promise<Round> {
  const { categoryId } = await openCategory(database);
  // Signs in for each round, because an access token lasts 15 minutes.
  const signed = { origin: product.origin, headers: await signIn(product.origin, "filmer") };
  const ours = await processClip(product, signed, file, categoryId);
  const ladder = await readLadder(database, ours.contentId);
  const direct = await withFolder((folder) => makeDirectly(settings, file, ladder, folder));
  return { ours, direct };
}

function toRows({ name }: ClipSpec, rounds: readonly Round[]): Row[] {
  const middle = (sizeOf: (round: Round) => number) => median(rounds.map(sizeOf));
  return [
    row(
      `${name}: last byte to first playable`,
      middle(({ ours }) => ours.playableS),
      "s",
      3,
    ),
    row(
      `${name}: last byte to all renditions`,
      middle(({ ours }) => ours.ladderS),
      "s",
    ),
    row(
      `${name}: last byte to storyboard and preview too`,
      middle(({ ours }) => ours.allS),
      "s",
    ),
    row(
      `${name}: one ffmpeg call`,
      middle(({ direct }) => direct.wallS),
      "s",
    ),
    row(
      `${name}: CPU of all renditions`,
      middle(({ ours }) => ours.ladderCpuS),
      "s",
    ),
    row(
      `${name}: CPU of one ffmpeg call`,
      middle(({ direct }) => direct.cpuS),
      "s",
    ),
    row(
      `${name}: CPU of all renditions by one ffmpeg call`,
      middle(({ ours, direct }) => ours.ladderCpuS / direct.cpuS),
      "×",
      1.1,
    ),
    row(
      `${name}: the same with storyboard and preview`,
      middle(({ ours, direct }) => ours.allCpuS / direct.cpuS),
      "×",
    ),
  ];
}
