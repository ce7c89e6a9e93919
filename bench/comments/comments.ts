import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId, ChannelId, ContentId } from "@app/contract/ids";
import { API_PREFIX } from "@app/contract/paths";
import {
  addComment,
  createCommentWriter,
} from "../../apps/server/src/modules/engagement/comments/add-comments.service.ts";
import { flushCommentCounts } from "../../apps/server/src/modules/engagement/comments/comment-counts.service.ts";
import { notifications } from "../../apps/server/src/modules/notifications/manifest.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import type { Deps } from "../../apps/server/src/platform/deps.ts";
import { createEvents } from "../../apps/server/src/platform/events/subscriptions.ts";
import { createFlushTimer } from "../../apps/server/src/platform/flush-timer.ts";
import type { Member } from "../../apps/server/src/platform/viewer.ts";
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
const PEOPLE = 20_000;
const COMMENTS = 1_000_000;
const QUICK_COMMENTS = 100_000;
const SECONDS = 5;
const QUICK_SECONDS = 2;
const CONNECTIONS = 10;
const FLUSH_EVERY_MS = 300;

const LOCK_WAIT_MS = 5;
const LOOK_EVERY_MS = 3;
const READ_P99_MS = 10;
const WRITES_A_SECOND = 1_000;

/** One item with very many comments: reads them at any depth, and writes more. */
export function measureComments(settings: Settings): Promise<Row[]> {
  const comments = settings.isQuick ? QUICK_COMMENTS : COMMENTS;
  const seconds = settings.isQuick ? QUICK_SECONDS : SECONDS;
  const fill = async (database: Database) => {
    await fillLists(database, toScale(ITEMS));
    await addPerson(database, "reader", "Individual");
    await fillItem(database, comments);
  };
  return withWorld(settings, { name: `comments-${comments}`, fill }, async (product, database) => {
    const item = await findItem(database);
    return [
      ...(await measureReads(product, database, { item, comments, seconds })),
      ...(await measureWrites(product, item, seconds)),
    ];
  });
}

/** Ten comments a second, by twenty thousand people in turn, each with up to fifty likes. */
async function fillItem(database: Database, comments: number): Promise<void> {
  await fillQuickly(database, ["comments", "commenters"], async (run) => {
    await run(
      `with fans as (
         insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
         select uuidv7(), 'General User', 'fan' || n, 'fan' || n, 'fan' || n, 'fan' || n, '-'
         from generate_series(1, $1::int) n returning id, username
       )
       insert into channels (id, owner_id, name) select uuidv7(), id, username from fans`,
      [PEOPLE],
    );
    await run(
      `with item as (select id, channel_id from contents where is_listed and type = 'video' order by id limit 1),
         people as (select array_agg(id) as ids from accounts where username like 'fan%')
       insert into comments (id, content_id, channel_id, author_id, body, status, is_counted, total_likes, created_at)
       select uuidv7(make_interval(secs => (n - $1) / 10.0)), item.id, item.channel_id,
         people.ids[1 + n % cardinality(people.ids)], 'Comment number ' || n, 'visible', true, (n::bigint * 7919) % 51,
         now() + make_interval(secs => (n - $1) / 10.0)
       from item, people, generate_series(1, $1::int) n`,
      [comments],
    );
  });
  const { pool } = database;
  await pool.query(
    "insert into comment_totals select content_id, count(*), count(*) from comments group by content_id",
  );
  await pool.query(
    "insert into commenters select distinct content_id, author_id, now() from comments on conflict do nothing",
  );
  await pool.query("analyze");
}

async function findItem({ pool }: Database): Promise<ContentId> {
  const { rows } = await pool.query<{ id: ContentId }>("select content_id as id from comment_totals limit 1");
  const [item] = rows;
  if (!item) throw new Error("nothing was filled");
  return item.id;
}

type Reading = { item: ContentId; comments: number; seconds: number };

async function measureReads(
  product: Running,
  { pool }: Database,
  { item, comments, seconds }: Reading,
): Promise<Row[]> {
  const headers = await signIn(product.origin, "reader");
  const atDepth = async (order: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from comments where content_id = $1 order by ${order} offset $2 limit 1`,
      [item, comments / 2],
    );
    return rows[0]?.id;
  };
  const [middle, topMiddle] = [await atDepth("id desc"), await atDepth("top_score desc, id desc")];
  const depth = (comments / 2).toLocaleString("en");
  const asked = {
    "first page": "",
    [`page at depth ${depth}`]: `?before=${middle}`,
    [`window of the comment at depth ${depth}`]: `?around=${middle}`,
    "Top, first page": "?order=top",
    [`Top, page at depth ${depth}`]: `?order=top&before=${topMiddle}`,
    "page by number 500": "?page=500",
  };
  const results: Row[] = [];
  for (const [name, query] of Object.entries(asked)) {
    const ask = [{ path: `${API_PREFIX}/comments/${item}${query}`, headers }];
    await load(product, { connections: 1, seconds: 1 }, () => ask);
    const { p99Ms, cpuMs } = await load(product, { connections: 1, seconds }, () => ask);
    const of = `comments: ${comments.toLocaleString("en")}, ${name}`;
    results.push(row(`${of}: p99`, p99Ms, "ms", READ_P99_MS), row(`${of}: CPU of each`, cpuMs, "ms"));
  }
  return results;
}

/** Calls a web process's service without HTTP, which limits each person, to measure what the database can take. */
async function measureWrites(product: Running, item: ContentId, seconds: number): Promise<Row[]> {
  const database = createDatabase(product.databaseUrl, { connections: CONNECTIONS + 1 });
  return closingAfter(database.close, async () => {
    const { sql, pool } = database;
    const deps = {
      sql,
      pool,
      config: { mediaUrl: product.origin, platformTimeZone: "UTC" },
      log: { error: fail },
      now: () => new Date(),
      held: { schedule: () => undefined },
    } as unknown as Deps & Parameters<typeof addComment>[0];
    deps.counter = createFlushTimer(deps, {
      name: "comments",
      flush: () => flushCommentCounts(deps),
      intervalMs: FLUSH_EVERY_MS,
    });
    deps.writer = createCommentWriter(deps);
    deps.events = createEvents(notifications.subscriptions, () => deps);
    const { rows } = await pool.query<{ id: AccountId; channel_id: ChannelId }>(
      "select a.id, c.id as channel_id from accounts a join channels c on c.owner_id = a.id where a.username like 'fan%'",
    );
    const members = rows.map(toMember);
    const tookMs: number[] = [];
    let written = 0;
    const watch = watchLocks(product);
    const cpuBefore = { process: process.cpuUsage(), databaseS: cpuOfTree(product.postgresPid) };
    const untilMs = performance.now() + seconds * 1_000;
    const startedMs = performance.now();
    async function write(): Promise<void> {
      while (performance.now() < untilMs) {
        const at = written++;
        const member = members[at % members.length];
        if (member === undefined) return;
        const beganMs = performance.now();
        await addComment(deps, member, item, { text: `Written ${at} at ${beganMs}`, parent_id: null });
        tookMs.push(performance.now() - beganMs);
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, write));
    const elapsedS = (performance.now() - startedMs) / 1_000;
    await deps.counter.close();
    const { user, system } = process.cpuUsage(cpuBefore.process);
    const databaseCpuS = cpuOfTree(product.postgresPid) - cpuBefore.databaseS;
    const longestWaitMs = await watch.stop();
    tookMs.sort((one, other) => one - other);
    const name = `comments: written by ${CONNECTIONS} connections`;
    return [
      row(
        `${name}: milliseconds of each, at ${Math.round(tookMs.length / elapsedS)} a second`,
        (1_000 * elapsedS) / tookMs.length,
        "ms",
        1_000 / WRITES_A_SECOND,
      ),
      row(`${name}: p99`, tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.NaN, "ms"),
      row(`${name}: slowest`, tookMs.at(-1) ?? Number.NaN, "ms"),
      row(`${name}: CPU of the process, each`, (user + system) / 1_000 / tookMs.length, "ms"),
      row(`${name}: CPU of the database, each`, (databaseCpuS * 1_000) / tookMs.length, "ms"),
      row(`${name}: longest wait for a lock`, longestWaitMs, "ms", LOCK_WAIT_MS),
    ];
  });
}

/** Checks every few milliseconds which backends wait for a lock, and for how long so far. */
function watchLocks(product: Running): { stop(): Promise<number> } {
  const database = createDatabase(product.databaseUrl, { connections: 1 });
  let isOver = false;
  let longestMs = 0;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await database.pool.query<{ ms: number | null }>(
        `select (extract(epoch from max(clock_timestamp() - waitstart)) * 1000)::float8 as ms
         from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
      );
      longestMs = Math.max(longestMs, rows[0]?.ms ?? 0);
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      await database.close();
      return longestMs;
    },
  };
}

function fail(fault: unknown): never {
  throw new Error("a flush failed", { cause: fault });
}

function toMember({ id, channel_id }: { id: AccountId; channel_id: ChannelId }): Member {
  return {
    accountId: id,
    channelId: channel_id,
    deviceRowId: "",
    userType: "General User",
    plan: null,
    isStaff: false,
    isAdmin: false,
    mustEnableTwoFactor: false,
    isLapsed: false,
    hasBlocks: false,
    memberships: [],
    acting: null,
  };
}
