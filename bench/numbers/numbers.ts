import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PREFIX } from "@app/contract/paths";
import { createReportBuffer, type Report } from "../../apps/server/src/modules/engagement/analytics/beats.service.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { fillQuickly } from "../lists/fill-quickly.ts";
import { fillLists, toScale } from "../lists/lists-world.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";
import { cpuOfTree } from "../product/proc.ts";
import type { Running } from "../product/start.ts";
import { withWorld } from "../product/world.ts";
import { load } from "../requests/load.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const ITEMS = 10_000;
const SESSIONS = 1_000_000;
const QUICK_SESSIONS = 100_000;
const CONNECTIONS = 10;
const SECONDS = 5;
const QUICK_SECONDS = 2;

const BEATS_A_SECOND = 10_000;
/** Items that are watched at the same time. */
const WATCHED = 200;
const TICK_MS = 50;
/** Length of every item that `fillLists` creates. */
const RUN = "0123456789abcdef";

const CURVE_P99_MS = 10;
const WRITES_A_SECOND = 300;

/** Reads the numbers of a popular item, and reports playback of many concurrent viewers. */
export function measureNumbers(settings: Settings): Promise<Row[]> {
  const sessions = settings.isQuick ? QUICK_SESSIONS : SESSIONS;
  const fill = async (database: Database) => {
    await fillLists(database, toScale(ITEMS));
    await addPerson(database, "analyst", "Individual");
    await fillItem(database, sessions);
  };
  return withWorld(settings, { name: `numbers-${sessions}`, fill }, async (product, database) => [
    ...(await measureCurve(product, database, { sessions, isQuick: settings.isQuick })),
    ...(await measureBeats(product, settings.isQuick ? QUICK_SECONDS : SECONDS)),
  ]);
}

/** Gives the analyst one item with a year of numbers, and one viewer per session. */
async function fillItem(database: Database, sessions: number): Promise<void> {
  const { pool } = database;
  const { rows } = await pool.query<{ id: string }>("select id from contents where type = 'video' order by id limit 1");
  const id = rows[0]?.id;
  const channel = "(select c.id from channels c join accounts a on a.id = c.owner_id where a.username = 'analyst')";
  await pool.query(`update contents set channel_id = ${channel}, length_ms = 600000 where id = $1`, [id]);
  await pool.query(
    `insert into content_retention (content_id, viewers, reached, played_ms)
     select $1, $2::int, array_agg($2::int::bigint * (110 - n) / 110), array_agg($2::int::bigint * 60 * (120 - n))
     from generate_series(0, 99) n`,
    [id, sessions],
  );
  await pool.query(
    `insert into content_daily_stats (content_id, day, sessions, watched_ms)
     select $1, current_date - n, $2::int / 365, $2::int::bigint * 500 from generate_series(0, 364) n`,
    [id, sessions],
  );
  await pool.query(
    `insert into content_daily_sources (content_id, day, source, views)
     select $1, current_date - n, source, 100
     from generate_series(0, 364) n, unnest('{explore,search,channel,following,related,direct,outside}'::text[]) source`,
    [id],
  );
  await pool.query(
    `insert into content_hourly_stats (content_id, hour, views, likes)
     select $1, date_trunc('hour', now(), 'UTC') - make_interval(hours => n), 100, 3 from generate_series(0, 8759) n
     on conflict do nothing`,
    [id],
  );
  await fillQuickly(database, ["beat_viewers"], (run) =>
    run(
      `insert into beat_viewers (viewer, sessions, sequences, reached, beat_at)
       select decode(md5(n::text), 'hex'), array[gen_random_uuid()], array[20], decode(repeat('ff', 13), 'hex'), now()
       from generate_series(1, $1::int) n`,
      [sessions],
    ),
  );
  await pool.query("analyze");
}

async function measureCurve(
  product: Running,
  { pool }: Database,
  { sessions, isQuick }: { sessions: number; isQuick: boolean },
): Promise<Row[]> {
  const headers = await signIn(product.origin, "analyst");
  const { rows } = await pool.query<{ id: string }>(
    "select content_id as id from content_retention order by viewers desc limit 1",
  );
  const seconds = isQuick ? QUICK_SECONDS : SECONDS;
  const results: Row[] = [];
  for (const days of [28, 365]) {
    const ask = [{ path: `${API_PREFIX}/content/${rows[0]?.id}/analytics?days=${days}`, headers }];
    await load(product, { connections: 1, seconds: 1 }, () => ask);
    const { p99Ms, cpuMs } = await load(product, { connections: 1, seconds }, () => ask);
    const name = `numbers: an item's curve and ${days} days, ${sessions.toLocaleString("en")} sessions`;
    results.push(row(`${name}: p99`, p99Ms, "ms", CURVE_P99_MS), row(`${name}: CPU per reply`, cpuMs, "ms"));
  }
  const many = [{ path: `${API_PREFIX}/content/${rows[0]?.id}/analytics`, headers }];
  const { p99Ms } = await load(product, { connections: CONNECTIONS, seconds }, () => many);
  return [...results, row(`numbers: the same for ${CONNECTIONS} at once, 28 days: p99`, p99Ms, "ms")];
}

type Written = { commits: number; sums: number; rows: number; walBytes: number };

/** Through a web process's buffer, without HTTP, to measure the database's work. */
async function measureBeats(product: Running, seconds: number): Promise<Row[]> {
  const database = createDatabase(product.databaseUrl, { connections: 4 });
  return closingAfter(database.close, async () => {
    const people = await ids(database, "select id from accounts order by id limit 5000");
    const items = await ids(database, `select id from contents where type = 'video' order by id desc limit ${WATCHED}`);
    const buffer = createReportBuffer({
      sql: database.sql,
      now: () => new Date(),
      config: { platformTimeZone: "America/New_York" } as Parameters<typeof createReportBuffer>[0]["config"],
    });
    const session = randomUUID();
    let sent = 0;
    const waitsMs: number[] = [];
    const pending: Promise<unknown>[] = [];
    const send = () => {
      const at = sent++;
      const startedMs = performance.now();
      const report = toReport({
        accountId: people[at % people.length] ?? "",
        contentId: items[at % items.length] ?? "",
        session,
        at,
      });
      pending.push(buffer.add(report).then(() => waitsMs.push(performance.now() - startedMs)));
    };
    const [before, cpuBeforeS, startedMs] = [
      await written(database),
      cpuOfTree(product.postgresPid),
      performance.now(),
    ];
    while (performance.now() - startedMs < seconds * 1000) {
      const due = ((performance.now() - startedMs) / 1000) * BEATS_A_SECOND;
      while (sent < due) send();
      await sleep(TICK_MS);
    }
    await Promise.all(pending);
    const elapsedS = (performance.now() - startedMs) / 1000;
    const cpuS = cpuOfTree(product.postgresPid) - cpuBeforeS;
    // A database session reports its statistics after a second of idling.
    await sleep(1_500);
    const after = await written(database);
    waitsMs.sort((one, other) => one - other);
    const name = `numbers: ${BEATS_A_SECOND.toLocaleString("en")} reports a second`;
    return [
      row(`${name}: stored a second`, sent / elapsedS, "/s"),
      row(`${name}: transactions a second`, (after.commits - before.commits) / elapsedS, "/s", WRITES_A_SECOND),
      row(`${name}: rows of sums a second`, (after.sums - before.sums) / elapsedS, "/s"),
      row(`${name}: rows that recognize a viewer a second`, (after.rows - before.rows) / elapsedS, "/s"),
      row(`${name}: write-ahead log a second`, (after.walBytes - before.walBytes) / elapsedS / 1e6, "MB"),
      row(`${name}: PostgreSQL's CPU a second`, cpuS / elapsedS, "s"),
      row(`${name}: until acknowledged, p99`, waitsMs[Math.floor(waitsMs.length * 0.99)] ?? Number.NaN, "ms"),
    ];
  });
}

function toReport({
  accountId,
  contentId,
  session,
  at,
}: {
  accountId: string;
  contentId: string;
  session: string;
  at: number;
}): Report {
  const viewer = at.toString(16).padStart(32, "e");
  const fromMs = (at % 19) * 30_000;
  return {
    beat: { contentId, run: RUN, viewer, session, sequence: 1, lengthMs: 600_000, played: [[fromMs, fromMs + 30_000]] },
    watched: { accountId, contentId, positionMs: fromMs + 30_000 },
  };
}

async function ids({ pool }: Database, sql: string): Promise<string[]> {
  return (await pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);
}

async function written({ pool }: Database): Promise<Written> {
  const { rows } = await pool.query<Written>(
    `select (select xact_commit from pg_stat_database where datname = current_database()) as commits,
       coalesce(sum(n_tup_ins + n_tup_upd) filter (where relname in ('content_retention', 'content_daily_stats')), 0)::int
         as sums,
       coalesce(sum(n_tup_ins + n_tup_upd) filter (where relname in ('beat_viewers', 'watch_history')), 0)::int as rows,
       (pg_current_wal_insert_lsn() - '0/0')::float as "walBytes"
     from pg_stat_user_tables`,
  );
  const [first] = rows;
  if (!first) throw new Error("no statistics");
  return first;
}
