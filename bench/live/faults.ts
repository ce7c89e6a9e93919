import { setTimeout as sleep } from "node:timers/promises";
import { API_PREFIX } from "@app/contract/paths";
import { notifyAccounts } from "../../apps/server/src/modules/notifications/notifications/notify.sql.ts";
import { createDatabase, type Database, inTransaction } from "../../apps/server/src/platform/db/database.ts";
import { publishLive } from "../../apps/server/src/platform/live/publish-live.ts";
import { closingAfter } from "../product/open-things.ts";
import type { Running } from "../product/start.ts";
import { startProduct } from "../product/start.ts";
import { withFolder } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { addMembers, type Member } from "./audience.ts";
import { openPage, type Page } from "./page.ts";

const EVENTS = 10_000;
const CUTS = 200;
/** Several people share the events and the cuts, because the database batches their writes. */
const PEOPLE = 10;
const KILLED_EVENTS = 300;
const SETTLES_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Proves that a lost connection, a killed web process and a killed database lose none of a person's notifications. */
export function measureFaults(settings: Settings): Promise<Row[]> {
  const scale = settings.isQuick ? 10 : 1;
  return withFolder(async (dataDir) => {
    const product = await startProduct(settings, dataDir, "web");
    let running: Running = product;
    return closingAfter(
      () => running.stop().then(() => undefined),
      async () => {
        const members = await addPeople(product);
        const rows = await measureCuts(product, members, scale);
        const [member] = members;
        if (!member) throw new Error("nobody was added");
        for (const victim of ["web process", "database"] as const) {
          const { again, result } = await measureKill(settings, running, { member, victim, scale });
          running = again;
          rows.push(...result);
        }
        return rows;
      },
    );
  });
}

async function addPeople(product: Running): Promise<Member[]> {
  const database = createDatabase(product.databaseUrl, { connections: 1 });
  return closingAfter(database.close, () => addMembers(product.origin, database, PEOPLE));
}

async function measureCuts(product: Running, members: readonly Member[], scale: number): Promise<Row[]> {
  const [events, cuts] = [EVENTS / scale, CUTS / scale];
  const database = createDatabase(product.databaseUrl, { connections: PEOPLE });
  return closingAfter(database.close, async () => {
    const each = { events: events / PEOPLE, cuts: cuts / PEOPLE };
    const startedMs = performance.now();
    const outcomes = await Promise.all(members.map((member) => cutOften(product, database, member, each)));
    const tookMs = performance.now() - startedMs;
    const name = `faults: ${events.toLocaleString("en")} events under ${cuts} cuts`;
    return [
      row(`${name}: all of it`, tookMs / 1_000, "s"),
      row(`${name}: until the page shows the last, slowest`, Math.max(...outcomes.map((one) => one.settledMs)), "ms"),
      row(`${name}: lost`, sum(outcomes.map((one) => one.lost)), "", 0),
      row(`${name}: doubled`, sum(outcomes.map((one) => one.doubled)), "", 0),
    ];
  });
}

/** One person's part: connections are cut between random events, each of which is a separate notification. */
async function cutOften(
  product: Running,
  database: Database,
  member: Member,
  { events, cuts }: { events: number; cuts: number },
): Promise<Outcome & { settledMs: number }> {
  const page = openPage(product.origin, member);
  await until(() => page.joined() > 0);
  const cutsAfter = new Set<number>();
  while (cutsAfter.size < cuts) cutsAfter.add(Math.floor(Math.random() * events));
  for (let at = 0; at < events; at++) {
    await notify(database, member, at);
    if (cutsAfter.has(at)) page.cut();
  }
  const settledMs = await untilShown(database, page, member);
  page.close();
  return { settledMs, ...(await compare(product, member, events)) };
}

type Kill = { member: Member; victim: "web process" | "database"; scale: number };

/** Kills it without warning in the middle of events, and restarts the product on the same folder. */
async function measureKill(
  settings: Settings,
  product: Running,
  { member, victim, scale }: Kill,
): Promise<{ again: Running; result: Row[] }> {
  await emptyList(product, member);
  const events = KILLED_EVENTS / Math.min(scale, 3);
  const page = openPage(product.origin, member);
  await until(() => page.joined() > 0);
  let again = product;
  const database = createDatabase(product.databaseUrl, { connections: 2 });
  const before = page.joined();
  let killedMs = 0;
  for (let at = 0; at < events; at++) {
    if (at === Math.floor(events / 2)) {
      killedMs = performance.now();
      again = await killAndStart(settings, product, victim);
    }
    await notifyInTheEnd(again, database, member, at);
  }
  await database.close().catch(() => undefined);
  const name = `faults: ${victim} killed among ${events} events`;
  await until(() => page.joined() > before);
  const backMs = performance.now() - killedMs;
  const fresh = createDatabase(again.databaseUrl, { connections: 1 });
  const result = await closingAfter(fresh.close, async () => {
    await untilShown(fresh, page, member);
    const outcome = await compare(again, member, events);
    return [
      row(`${name}: until the page is back`, backMs / 1_000, "s"),
      row(`${name}: lost`, outcome.lost, "", 0),
      row(`${name}: doubled`, outcome.doubled, "", 0),
    ];
  });
  page.close();
  return { again, result };
}

async function killAndStart(settings: Settings, product: Running, victim: Kill["victim"]): Promise<Running> {
  process.kill(victim === "database" ? product.postgresPid : product.webPid, "SIGKILL");
  if (victim === "database") {
    // A product without its database exits, and its supervisor restarts it.
    await product.stop();
  }
  return startProduct(settings, product.dataDir, "web", Number(new URL(product.origin).port));
}

async function notifyInTheEnd(product: Running, database: Database, member: Member, at: number): Promise<void> {
  for (;;) {
    try {
      return await notify(database, member, at);
    } catch {
      // A committed but unacknowledged event is published again; one cause is still one notification.
      const other = createDatabase(product.databaseUrl, { connections: 1 });
      await closingAfter(other.close, () => notify(other, member, at));
      return;
    }
  }
}

function notify({ sql }: Database, { accountId }: Member, at: number): Promise<void> {
  const subjectId = `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`;
  return inTransaction(sql, async (tx) => {
    await notifyAccounts(tx, "payout", [{ accountId, reason: "payout_sent", subjectId, detail: "$25.00" }]);
    await publishLive(tx, [accountId], { name: "notifications.changed", data: {} });
  });
}

async function emptyList(product: Running, { accountId }: Member): Promise<void> {
  const database = createDatabase(product.databaseUrl, { connections: 1 });
  await closingAfter(database.close, () =>
    database.pool.query("delete from notifications where account_id = $1", [accountId]),
  );
}

/** The page fetches only when it receives something. */
async function untilShown({ pool }: Database, page: Page, { accountId }: Member): Promise<number> {
  const startedMs = performance.now();
  const { rows } = await pool.query<{ id: string }>(
    "select id from notifications where account_id = $1 order by updated_at desc, id desc limit 10",
    [accountId],
  );
  const wanted = rows.map(({ id }) => id).join();
  await until(() => page.shown().join() === wanted);
  return performance.now() - startedMs;
}

type Outcome = { lost: number; doubled: number };

/** Compares the full list, page by page, with what was published. */
async function compare(product: Running, { headers }: Member, expected: number): Promise<Outcome> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const reply = await fetch(`${product.origin}${API_PREFIX}/notifications?per_page=50${query}`, { headers });
    const { data } = (await reply.json()) as {
      data: { notifications: { notification_id: string }[]; pagination: { next: string | null } };
    };
    seen.push(...data.notifications.map((one) => one.notification_id));
    cursor = data.pagination.next;
  } while (cursor !== null);
  const different = new Set(seen).size;
  return { lost: expected - different, doubled: seen.length - different };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

async function until(isSo: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + SETTLES_WITHIN_MS;
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error("the page did not come back, or does not show the last event");
    await sleep(LOOK_EVERY_MS);
  }
}
