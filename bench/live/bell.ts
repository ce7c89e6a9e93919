import { API_PREFIX } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { openBrowser, signInByForm } from "../page/browser.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, PASSWORD, signIn } from "../product/people.ts";
import type { Running } from "../product/start.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const TIMES = 24;
const QUICK_TIMES = 6;
/** Several fans, because the number of comments per person and minute is limited. */
const FANS = 4;
const RINGS_WITHIN_MS = 1_000;

/** End to end: from sending a fan's comment until the number at the bell changes in the athlete's browser. */
export function measureBell(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "web", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      const item = await addItem(database);
      const fans: Headers[] = [];
      for (let at = 0; at < FANS; at++) {
        await addPerson(database, `fan${at}`, null);
        fans.push(await signIn(product.origin, `fan${at}`));
      }
      const athlete = await signIn(product.origin, "athlete");
      const browser = await openBrowser(settings);
      return closingAfter(
        () => browser.close(),
        async () => {
          const profile = await browser.newContext();
          await signInByForm(profile, product.origin, { username: "athlete", password: PASSWORD });
          const page = await profile.newPage();
          await page.goto(`${product.origin}/explore`);
          const tookMs: number[] = [];
          for (let at = 0; at < (settings.isQuick ? QUICK_TIMES : TIMES); at++) {
            await readAll(product, page, athlete);
            const startedMs = performance.now();
            await Promise.all([
              comment(product, item, fans[at % FANS], at),
              waitForBell(page, "Notifications, 1 unread"),
            ]);
            tookMs.push(performance.now() - startedMs);
          }
          return toRows(tookMs);
        },
      );
    });
  });
}

function toRows(tookMs: number[]): Row[] {
  tookMs.sort((one, other) => one - other);
  const name = "live: a comment is sent, and the bell rings in the other browser";
  return [
    row(`${name}, median`, tookMs[Math.floor(tookMs.length / 2)] ?? Number.NaN, "ms"),
    row(`${name}, slowest`, tookMs.at(-1) ?? Number.NaN, "ms", RINGS_WITHIN_MS),
  ];
}

/** @returns the id of the athlete's public item */
async function addItem(database: Database): Promise<string> {
  const channelId = await addPerson(database, "athlete", "Individual");
  const category = { name: "Bench", slug: "bench", pictureKey: null, position: 1 };
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, published_at)
     values (uuidv7(), $1, 'image', 'Final', $2, 'public', 'ready', now()) returning id`,
    [channelId, await addCategory(database.sql, category)],
  );
  return rows[0]?.id ?? "";
}

type Headers = { authorization: string };

async function comment(product: Running, item: string, fan: Headers | undefined, at: number): Promise<void> {
  const body = { text: `Great race, number ${at}`, parent_id: null };
  await post(product, `/add-comment/${item}`, fan, body);
}

async function readAll(product: Running, page: Page, athlete: Headers): Promise<void> {
  await post(product, "/notifications/mark-all-read", athlete);
  await waitForBell(page, "Notifications");
}

async function post(product: Running, path: string, headers: Headers | undefined, body?: object): Promise<void> {
  const reply = await fetch(product.origin + API_PREFIX + path, {
    method: "POST",
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
}

async function waitForBell(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).waitFor();
}
