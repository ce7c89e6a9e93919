import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { closingAfter } from "../product/open-things.ts";
import { proportionalMb } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { addSigners, chooseTargets } from "./asks.ts";
import { load } from "./load.ts";
import { type Measurement, toRows } from "./request-rows.ts";
import { fillWorld } from "./world.ts";

const SIZES = [100, 10_000, 100_000];
const QUICK_SIZES = [10_000];
const CONNECTIONS = [10, 50];
const SECONDS = 6;
const QUICK_SECONDS = 1.5;
/** Warm-up: code is slow on its first run, which says nothing about the thousandth request. */
const WARM_UP_S = 1;

/** Without the worker, so that no job runs in between and only replies are measured. */
export function measureRequests(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "web", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      const signers = await addSigners(database);
      const measured: Measurement[] = [];
      for (const items of settings.isQuick ? QUICK_SIZES : SIZES) {
        await fillWorld(database, items);
        measured.push(...(await measureSize(product, database, { items, signers, isQuick: settings.isQuick })));
      }
      return [
        ...toRows(measured),
        row("under load: web process, peak", Math.max(...measured.map(({ result }) => result.webMb)), "MB", 300),
        row("under load: database, shared pages once", proportionalMb(product.postgresPid), "MB"),
      ];
    });
  });
}

async function measureSize(
  product: Running,
  database: Database,
  { items, signers, isQuick }: { items: number; signers: readonly string[]; isQuick: boolean },
): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const target of await chooseTargets(product, database, signers)) {
    await load(product, { connections: 10, seconds: WARM_UP_S }, target.askOf);
    for (const connections of CONNECTIONS) {
      const seconds = isQuick ? QUICK_SECONDS : SECONDS;
      const result = await load(product, { connections, seconds }, target.askOf);
      measured.push({ items, target, connections, result });
    }
  }
  return measured;
}
