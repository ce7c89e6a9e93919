import { refreshDiscovery } from "../../apps/server/src/modules/discovery/discovery/discovery.service.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { addPerson, signIn } from "../product/people.ts";
import { cpuOfTree } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withWorld } from "../product/world.ts";
import { type LoadResult, load } from "../requests/load.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { measureScores } from "./lists-scores.ts";
import { chooseLists, DEEP_PAGE, FIRST_PAGE, followSome, READERS } from "./lists-targets.ts";
import { fillLists, toScale } from "./lists-world.ts";

const SIZES = [10_000, 1_000_000];
const QUICK_SIZES = [10_000];
const CONNECTIONS = 10;
const SECONDS = 4;
const QUICK_SECONDS = 1;
const WARM_UP_S = 0.5;

const P99_MS = 30;
/** In CPU time, because wall times of different minutes are not comparable. */
const GROWTH = 1.5;
/** The budget of the job that recomputes every list. It runs every ten minutes. */
const REFRESH_S = 60;

type Measured = { items: number; name: string; result: LoadResult };

/** Without the worker, to measure replies alone, and then the job alone. */
export async function measureLists(settings: Settings): Promise<Row[]> {
  const measured: Measured[] = [];
  const rows: Row[] = [];
  for (const items of settings.isQuick ? QUICK_SIZES : SIZES) {
    await withWorld(settings, worldOf(items), async (product, database) => {
      rows.push(...(await measureRefresh(product, database, items)));
      measured.push(...(await measureSize(product, database, { items, isQuick: settings.isQuick })));
    });
  }
  return [...measured.flatMap(toRows), ...rows, ...growthOf(measured), ...depthOf(measured)];
}

function worldOf(items: number) {
  return {
    name: `lists-${items}`,
    fill: async (database: Database) => {
      await fillLists(database, toScale(items));
      for (const [name, channels] of Object.entries(READERS)) {
        await addPerson(database, name, null);
        await followSome(database, name, channels);
      }
    },
  };
}

/** The second run counts, because the first reads the tables into memory. */
async function measureRefresh(product: Running, database: Database, items: number): Promise<Row[]> {
  const now = new Date();
  const deps = { sql: database.sql, now: () => now, config: { platformTimeZone: "America/New_York" } };
  await refreshDiscovery(deps);
  const [cpuBeforeS, startedMs] = [cpuOfTree(product.postgresPid), performance.now()];
  await refreshDiscovery(deps);
  const name = `lists: all recomputed, ${items.toLocaleString("en")} views a day`;
  return [
    row(name, (performance.now() - startedMs) / 1000, "s", REFRESH_S),
    row(`${name}: CPU`, cpuOfTree(product.postgresPid) - cpuBeforeS, "s"),
    ...(await measureScores(database, now, items)),
  ];
}

async function measureSize(
  product: Running,
  database: Database,
  { items, isQuick }: { items: number; isQuick: boolean },
): Promise<Measured[]> {
  const headers = { reader: await signIn(product.origin, "reader"), keen: await signIn(product.origin, "keen") };
  const measured: Measured[] = [];
  for (const { name, askOf } of await chooseLists(database, product.origin, headers)) {
    await load(product, { connections: CONNECTIONS, seconds: WARM_UP_S }, askOf);
    const seconds = isQuick ? QUICK_SECONDS : SECONDS;
    measured.push({ items, name, result: await load(product, { connections: CONNECTIONS, seconds }, askOf) });
  }
  return measured;
}

function toRows({ items, name, result }: Measured): Row[] {
  const at = `lists: ${name}, ${items.toLocaleString("en")} items`;
  return [row(`${at}: CPU per reply`, result.cpuMs, "ms"), row(`${at}: p99`, result.p99Ms, "ms", P99_MS)];
}

function growthOf(measured: readonly Measured[]): Row[] {
  const [least, most] = SIZES;
  return measured
    .filter(({ items }) => items === most)
    .flatMap(({ name, result }) => {
      const small = measured.find((one) => one.items === least && one.name === name);
      return small
        ? [row(`lists: ${name}: CPU, largest relative to smallest`, result.cpuMs / small.result.cpuMs, "×", GROWTH)]
        : [];
    });
}

function depthOf(measured: readonly Measured[]): Row[] {
  return measured.flatMap(({ items, name, result }) => {
    const first = measured.find((one) => one.items === items && one.name === FIRST_PAGE);
    if (name !== DEEP_PAGE || !first) return [];
    const at = `lists: page 1,000 by page 1, ${items.toLocaleString("en")} items: CPU`;
    return [row(at, result.cpuMs / first.result.cpuMs, "×", GROWTH)];
  });
}
