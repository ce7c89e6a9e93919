import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { blockRoutes } from "@app/contract/blocks";
import { categoryRoutes } from "@app/contract/categories";
import { channelRoutes } from "@app/contract/channels";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { discoveryRoutes, siteStatsRoutes } from "@app/contract/discovery";
import { followRoutes } from "@app/contract/follows";
import type { ContentId } from "@app/contract/ids";
import { preferenceRoutes } from "@app/contract/preferences";
import { searchRoutes } from "@app/contract/search";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { migrateJobs } from "#platform/jobs/worker.ts";
import { createLog } from "#platform/log.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { loadInitialPage } from "#src/initial-data.ts";
import { type Caller, createCaller, toPath } from "#testing/caller.ts";
import { startPausableProxy } from "#testing/pausable-proxy.ts";
import type { TestPerson } from "#testing/people.ts";
import { startStandby } from "#testing/standby.ts";
import { createTestApp } from "#testing/test-app.ts";
import { readFromReplica } from "../http/replica-reads.ts";
import { createDatabase } from "./database.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-replica-"));
chmodSync(dataDir, 0o755);
const primary = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
const admin = createDatabase(primary.url, { connections: 2 });
await migrate(admin.pool, MIGRATIONS);
await migrateJobs(admin.pool, createLog("silent"));
const standby = await startStandby(primary.url, path.join(dataDir, "standby"), ["max_connections=200"]);
const line = await startPausableProxy(standby.url);
const onStandby = createDatabase(standby.url, { connections: 1 });
afterAll(async () => {
  await onStandby.close();
  await admin.close();
  await line.close();
  await standby.stop();
  await primary.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
const drop = () => Promise.resolve();
const testApp = await createTestApp({ DATABASE_READ_URL: line.url }, { url: primary.url, drop });
const { deps, visitor } = testApp;
/** A browser sends cookies, at least that of its session. */
const inBrowser = (person: TestPerson): TestPerson => ({
  ...person,
  ...createCaller(testApp.origin, person.token, { cookie: "theme=dark" }),
});
const maya = inBrowser(await testApp.person("maya", { plan: "Individual" }));
const leo = inBrowser(await testApp.person("leo"));
const fan = inBrowser(await testApp.person("fan"));

/** How many of the reads of `work` each server served. */
async function countReads(work: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
  const count = async (from: string) =>
    Number(new RegExp(`replica_reads_total\\{from="${from}".*\\} (\\d+)`).exec(await deps.metrics.print())?.[1] ?? 0);
  const before = { replica: await count("replica"), primary: await count("primary") };
  await work();
  return { replica: (await count("replica")) - before.replica, primary: (await count("primary")) - before.primary };
}

/** Longer than a replica may be behind for pages that live events keep current. */
const CLOSE_MS = 600;
const ON_REPLICA = { replica: 1, primary: 0 };
const ON_PRIMARY = { replica: 0, primary: 1 };

/** Retries, because on a busy machine the replica can lag more than half a second; reads go to the primary then. */
async function expectOnReplica(work: () => Promise<unknown>, message = ""): Promise<void> {
  await expect.poll(() => countReads(work), { message }).toEqual(ON_REPLICA);
}

async function catchUp(): Promise<void> {
  const { rows } = await admin.pool.query<{ at: string }>("select pg_current_wal_insert_lsn() as at");
  await expect
    .poll(async () => {
      // Writes to the write-ahead log, because its last page is not sent until something follows.
      await admin.pool.query("select pg_log_standby_snapshot()");
      const replayed = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there";
      return (await onStandby.pool.query<{ is_there: boolean }>(replayed, [rows[0]?.at])).rows[0]?.is_there;
    })
    .toBe(true);
}

/** Freezes the replica at the current state. */
async function pauseReplay(): Promise<void> {
  await catchUp();
  await onStandby.pool.query("select pg_wal_replay_pause()");
  const state = async () =>
    (await onStandby.pool.query<{ state: string }>("select pg_get_wal_replay_pause_state() as state")).rows[0]?.state;
  await expect.poll(state).toBe("paused");
}

const resumeReplay = () => onStandby.pool.query("select pg_wal_replay_resume()");

afterEach(async () => {
  line.resume();
  await resumeReplay();
});

const titlesFor = async (caller: Pick<Caller, "call">, term: string) =>
  (await caller.call(searchRoutes.result, { query: { search: term } })).contents.map(({ title }) => title);

/** A member's browser, which sends the cookies that it got. */
function browserOf(member: Caller) {
  let cookie = "";
  return {
    async put(id: string, body: object): Promise<void> {
      const reply = await member.send("PUT", toPath(contentRoutes.update, { params: { id } }), { body });
      expect(reply.status, reply.text).toBe(200);
      cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
      expect(reply.headers.get("set-cookie")).toMatch(
        /^__Host-fieldhouse_write=.*Max-Age=5; Path=\/; HttpOnly; Secure/,
      );
    },
    search: (term: string) =>
      member.send("GET", toPath(searchRoutes.result, { query: { search: term } }), { headers: { cookie } }),
  };
}

const toUpdate = (title: string, more: object = {}) => ({
  title,
  description: "",
  category_id: testApp.categoryId,
  tags: [],
  visibility: "public",
  comments_open: true,
  ...more,
});

describe("what everybody may see comes from the replica", () => {
  test("lists, search, categories, and the data in pages", async () => {
    const item = await testApp.publishes(maya, "Morning on the river");
    // The very first visit computes them.
    await visitor.call(siteStatsRoutes.read);
    await catchUp();
    const reads: Record<string, () => Promise<unknown>> = {
      banner: () => visitor.call(discoveryRoutes.topVideos),
      trending: () => visitor.call(discoveryRoutes.trending),
      topEarners: () => visitor.call(discoveryRoutes.topEarners),
      weeklyEarners: () => visitor.call(discoveryRoutes.weeklyEarners),
      athletes: () => visitor.call(discoveryRoutes.athletes),
      categories: () => visitor.call(categoryRoutes.list),
      category: () => visitor.call(categoryRoutes.contents, { query: { id: testApp.categoryId } }),
      contents: () => visitor.call(contentRoutes.ofChannel, { params: { contentType: "video" } }),
      related: () => fan.call(contentRoutes.related, { params: { id: item.id } }),
      search: async () => expect(await titlesFor(fan, "river")).toEqual(["Morning on the river"]),
      misspelled: async () => expect(await titlesFor(fan, "rivr")).toEqual(["Morning on the river"]),
      suggestions: () => fan.call(searchRoutes.suggest, { query: { search: "morn" } }),
      stats: () => visitor.call(siteStatsRoutes.read),
      explore: () =>
        readFromReplica(deps, { viewer: null, lastWrite: null }, (reads) => loadInitialPage(reads, "/explore")),
    };
    for (const [name, read] of Object.entries(reads)) await expectOnReplica(read, name);
  });

  test("for members, until they block somebody or are blocked", async () => {
    await catchUp();
    await expectOnReplica(() => titlesFor(leo, "river"));
    await expectOnReplica(() => leo.call(discoveryRoutes.userAthletes));
    const nia = await testApp.person("nia");
    await nia.call(blockRoutes.block, { params: { id: leo.channelId } });
    await catchUp();
    expect(await countReads(() => titlesFor(leo, "river"))).toEqual(ON_PRIMARY);
  });

  test("but nothing that needs an account's own data", async () => {
    const reads = await countReads(() => maya.call(contentRoutes.mine, { params: { contentType: "video" } }));
    expect(reads).toEqual({ replica: 0, primary: 0 });
  });
});

describe("pages that live events keep current", () => {
  const pagesOf = (id: ContentId): Record<string, () => Promise<unknown>> => ({
    item: () => fan.call(contentRoutes.one, { params: { id } }),
    comments: () => fan.call(commentRoutes.list, { params: { id } }),
    channel: () => fan.call(channelRoutes.one, { params: { id: maya.channelId } }),
    ofChannel: () =>
      fan.call(contentRoutes.ofChannel, { params: { contentType: "video" }, query: { channel_id: maya.channelId } }),
    followers: () => fan.call(followRoutes.followers, { params: { id: maya.channelId } }),
    following: () => fan.call(followRoutes.following),
    feed: () => fan.call(followRoutes.followingContents),
  });

  test("come from a replica that is close behind", async () => {
    const item = await testApp.publishes(maya, "Race day");
    await maya.call(commentRoutes.add, { params: { id: item.id }, body: { text: "Who comes?" } });
    await catchUp();
    for (const [name, read] of Object.entries(pagesOf(item.id))) await expectOnReplica(read, name);
  });

  test("come from the primary where it is further behind, or a live event asks for them", async () => {
    const item = await testApp.publishes(maya, "Heats");
    await catchUp();
    const afterNews = createCaller(testApp.origin, fan.token, { cookie: "theme=dark", "cache-control": "no-cache" });
    const read = () => afterNews.call(commentRoutes.list, { params: { id: item.id } });
    expect(await countReads(read)).toEqual(ON_PRIMARY);
    await pauseReplay();
    await maya.call(commentRoutes.add, { params: { id: item.id }, body: { text: "On the water" } });
    await sleep(CLOSE_MS);
    for (const [name, page] of Object.entries(pagesOf(item.id)))
      expect([name, await countReads(page)]).toEqual([name, ON_PRIMARY]);
    expect((await fan.call(commentRoutes.list, { params: { id: item.id } })).total).toBe(1);
  });

  test("never show a comment, followers or comments that were hidden a moment ago", async () => {
    const item = await testApp.publishes(maya, "Finals");
    const { id } = await fan.call(commentRoutes.add, { params: { id: item.id }, body: { text: "By a length" } });
    const comments = () => fan.call(commentRoutes.list, { params: { id: item.id } });
    // For visitors only hidden content must be current, not the rest.
    const look = () => visitor.call(discoveryRoutes.topEarners);
    for (const hide of [
      () => fan.call(commentRoutes.remove, { params: { id } }),
      () => maya.call(preferenceRoutes.setPrivacy, { body: { shows_followers: false } }),
      () => browserOf(maya).put(item.id, toUpdate("Finals", { comments_open: false })),
    ]) {
      await pauseReplay();
      await expectOnReplica(look);
      await hide();
      expect(await countReads(look)).toEqual(ON_PRIMARY);
      expect(await countReads(comments)).toEqual(ON_PRIMARY);
      await resumeReplay();
    }
    expect(await comments()).toMatchObject({ rules: { is_open: false }, total: 0 });
  });

  test("come from the primary for members without cookies, because their latest write is unknown", async () => {
    await catchUp();
    const script = createCaller(testApp.origin, fan.token);
    expect(await countReads(() => titlesFor(script, "race"))).toEqual(ON_PRIMARY);
    await expectOnReplica(() => visitor.call(discoveryRoutes.topEarners));
  });
});

describe("a replica that lags", () => {
  test("shows members their own change at once, and everybody else the previous state", async () => {
    const item = await testApp.publishes(maya, "Sculling basics");
    const browser = browserOf(maya);
    await pauseReplay();
    await browser.put(item.id, toUpdate("Sculling for everybody"));
    const seen = await countReads(async () =>
      expect((await browser.search("sculling")).text).toContain("for everybody"),
    );
    expect(seen).toEqual(ON_PRIMARY);
    await expectOnReplica(() => titlesFor(fan, "sculling"));
    expect(await titlesFor(fan, "sculling")).toEqual(["Sculling basics"]);
    await resumeReplay();
    await catchUp();
    const later = await countReads(async () =>
      expect((await browser.search("sculling")).text).toContain("for everybody"),
    );
    expect(later).toEqual(ON_REPLICA);
  });

  test.each([
    ["became private", (id: string) => browserOf(maya).put(id, toUpdate("Erg test", { visibility: "private" }))],
    ["was deleted", (id: string) => maya.call(contentRoutes.remove, { params: { id }, body: {} })],
    [
      "is in a channel that was hidden",
      async () => {
        await deps.pool.query("update contents set hidden_at = now() where channel_id = $1", [maya.channelId]);
        await deps.pool.query("update channels set hidden_at = now() where id = $1", [maya.channelId]);
      },
    ],
  ])("shows nobody an item that %s", async (_, hide) => {
    await deps.pool.query("update channels set hidden_at = null; update contents set hidden_at = null");
    const item = await testApp.publishes(maya, "Erg test");
    await pauseReplay();
    await expectOnReplica(() => titlesFor(fan, "erg"));
    expect(await titlesFor(fan, "erg")).toContain("Erg test");
    await hide(item.id);
    expect(await countReads(() => titlesFor(fan, "erg"))).toEqual(ON_PRIMARY);
    const found = await fan.call(searchRoutes.result, { query: { search: "erg" } });
    expect(found.contents.map(({ id }) => id)).not.toContain(item.id);
    expect((await fan.refused(contentRoutes.one, { params: { id: item.id } })).code).toBe(404);
    await resumeReplay();
    await catchUp();
    await expectOnReplica(() => titlesFor(fan, "erg"));
  });

  test("shows no earner in a list that they are hidden from", async () => {
    await deps.pool.query("update channels set hidden_at = null");
    await deps.pool.query(
      "insert into top_earners (position, channel_id, total_cents) values (1, $1, 1000) on conflict do nothing",
      [maya.channelId],
    );
    await pauseReplay();
    expect(await visitor.call(discoveryRoutes.topEarners)).toHaveLength(1);
    await deps.pool.query(
      `insert into privacy_settings (account_id, is_hidden_from_lists) values ($1, true)
       on conflict (account_id) do update set is_hidden_from_lists = true`,
      [maya.accountId],
    );
    expect(await visitor.call(discoveryRoutes.topEarners)).toEqual([]);
  });

  test("finds what was published a moment ago", async () => {
    await pauseReplay();
    const item = await testApp.publishes(maya, "Just now");
    const opened = await countReads(() => fan.call(contentRoutes.related, { params: { id: item.id } }));
    expect(opened).toEqual(ON_PRIMARY);
  });

  test("has to catch up when an item is hidden, not when it is viewed or renamed", async () => {
    const item = await testApp.publishes(maya, "Watched");
    const floor = async () => (await deps.pool.query("select version from read_floor")).rows[0]?.version;
    const before = await floor();
    await deps.pool.query("update contents set total_views = total_views + 1, title = 'Seen' where id = $1", [item.id]);
    expect(await floor()).toBe(before);
    await deps.pool.query("update contents set visibility = 'private'");
    expect(await floor()).toBe(before + 1);
  });
});

describe("a replica that does not answer", () => {
  const readManyTimes = () => Promise.all(Array.from({ length: 20 }, () => visitor.call(discoveryRoutes.topEarners)));

  async function expectReturn(): Promise<void> {
    line.resume();
    const isBack = async () => (await countReads(() => visitor.call(discoveryRoutes.topEarners))).replica;
    await expect.poll(isBack).toBe(1);
  }

  test("because it was shut down fails no request, and is used again once it is back", async () => {
    await catchUp();
    expect(await countReads(readManyTimes)).toEqual({ replica: 20, primary: 0 });
    const reading = (async () => {
      for (let round = 0; round < 10; round++) await readManyTimes();
    })();
    await sleep(20);
    line.refuse();
    await reading;
    expect(await countReads(readManyTimes)).toEqual({ replica: 0, primary: 20 });
    await expectReturn();
  });

  test("because it hangs is waited for once, and then not used until it is back", async () => {
    await catchUp();
    await expectReturn();
    line.hang();
    await readManyTimes();
    const [sinceMs, accepted] = [performance.now(), line.accepted()];
    for (let read = 0; read < 20; read++)
      expect(await countReads(() => visitor.call(discoveryRoutes.topEarners))).toEqual(ON_PRIMARY);
    // It is tried again two seconds after the last try, which lasts half a second.
    expect(line.accepted() - accepted).toBeLessThanOrEqual(1 + (performance.now() - sinceMs) / 2_400);
    await expectReturn();
  });
});

describe("a transaction that writes money", () => {
  const KEY_OF = {
    ledger_transfers: "id",
    referrals: "referred_id",
    subscriptions: "id",
    invoices: "id",
    refunds: "provider_id",
    payouts: "id",
    payout_batches: "id",
  };

  /** How a transaction that touched this table without writing a row will commit. */
  async function commitModeAfterWriting([table, key]: readonly [string, string]): Promise<string | undefined> {
    const client = await admin.pool.connect();
    try {
      await client.query("begin");
      await client.query("set local synchronous_commit = local");
      await client.query(`insert into ${table} (${key}) select ${key} from ${table} where false`);
      return (await client.query<{ synchronous_commit: string }>("show synchronous_commit")).rows[0]
        ?.synchronous_commit;
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  async function nameStandby(name: string): Promise<void> {
    await admin.pool.query(`alter system set synchronous_standby_names = '${name}'`);
    await admin.pool.query("select pg_reload_conf()");
  }

  test("waits for the standby that the server names, and only such a transaction does", async () => {
    const modes = async () => [...new Set(await Promise.all(Object.entries(KEY_OF).map(commitModeAfterWriting)))];
    expect(await modes()).toEqual(["local"]);
    await nameStandby("standby");
    // Every connection reads the changed file by itself.
    await expect.poll(modes).toEqual(["on"]);
    expect(await commitModeAfterWriting(["contents", "id"])).toBe("local");
    await nameStandby("");
    await expect.poll(modes).toEqual(["local"]);
  });
});
