import { setTimeout as sleep } from "node:timers/promises";
import { API_PREFIX } from "@app/contract/paths";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";
import { residentMb } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { rotate } from "./asks.ts";
import { type Ask, load } from "./load.ts";
import { fillWorld } from "./world.ts";

const ITEMS = 10_000;
const CONNECTIONS = 10;
const FIRST = 20_000;
const MORE = 100_000;
const QUICK_PART = 0.1;
const GROWTH = 1.1;
const AT_MOST_MB = 300;
/** By then an idle process has released what it will release. */
const CALM_AFTER_MS = 5_000;
const READER = "reader";

/** The requests of a stranger's `/explore`, and those that a member's page sends instead of some of them. */
const STRANGERS = [
  ...["/top-earners-weekly", "/get-top-videos", "/trending-videos", "/top-earners", "/popular-fieldhouse"],
  ...["/get-announcement", "/categories", "/get-contents/image?per_page=12", "/get-contents/document?per_page=12"],
];
const MEMBERS = ["/user-top-earners", "/user-popular-fieldhouse"];

/** Whether the web process grows: its memory after many requests, relative to that after the first. */
export function measureMemory(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "web", async (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    await closingAfter(database.close, async () => {
      await addPerson(database, READER, null);
      await fillWorld(database, ITEMS);
    });
    const asks = toAsks(await signIn(product.origin, READER));
    const part = settings.isQuick ? QUICK_PART : 1;
    const first = await sizeAfter(product, asks, FIRST * part);
    const last = await sizeAfter(product, asks, MORE * part);
    return [
      row("memory: web process after the first requests of /explore", first, "MB"),
      row("memory: web process after five times as many requests", last, "MB", AT_MOST_MB),
      row("memory: last relative to first", last / first, "×", GROWTH),
    ];
  });
}

function toAsks(headers: { authorization: string }): Ask[] {
  return [
    { path: "/explore" },
    ...STRANGERS.map((path) => ({ path: API_PREFIX + path })),
    ...MEMBERS.map((path) => ({ path: API_PREFIX + path, headers })),
  ];
}

async function sizeAfter(product: Running, asks: readonly Ask[], answers: number): Promise<number> {
  await load(product, { connections: CONNECTIONS, answers }, (connection) => rotate(asks, connection));
  await sleep(CALM_AFTER_MS);
  return residentMb(product.webPid);
}
