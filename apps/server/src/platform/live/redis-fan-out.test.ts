import { setTimeout as sleep } from "node:timers/promises";
import { LIVE_SIGNALS } from "@app/contract/live";
import { afterAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { createApp } from "#src/app.ts";
import { startFakeRedis } from "#testing/fake-redis.ts";
import { joinLive } from "#testing/live-client.ts";
import { startPausableProxy } from "#testing/pausable-proxy.ts";
import type { TestPerson } from "#testing/people.ts";
import { findProgram } from "#testing/programs.ts";
import { type RedisServer, startRedisServer } from "#testing/redis-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { publishLive, publishToItems, selectRoom } from "./publish-live.ts";

/** Where the machine has none, `npm run cluster` fetches it. */
const program = findProgram("redis-server", "redis-server");

const kinds: [string, () => Promise<RedisServer>][] = [["the fake Redis", () => startFakeRedis()]];
if (program !== null) kinds.push(["a real Redis", () => startRedisServer(program)]);

describe.each(kinds)("two web processes whose events go through %s", async (_, startRedis) => {
  const redis = await startRedis();
  const line = await startPausableProxy(redis.url);
  const testApp = await createTestApp({ LIVE_FANOUT: "redis", REDIS_URL: redis.url });
  // The other one reaches Redis through a proxy that the test can interrupt.
  const other = await createApp({ ...testApp.deps, config: { ...testApp.deps.config, redisUrl: line.url } });
  const otherOrigin = await other.listen({ host: "127.0.0.1", port: 0 });
  afterAll(async () => {
    await other.close();
    await line.close();
    await redis.stop();
  });
  const origin = { origin: testApp.deps.config.publicUrl };

  async function openPages(person: TestPerson) {
    const pages = await Promise.all(
      [testApp.origin, otherOrigin].map((at) => joinLive(at, person, person.accountId, origin)),
    );
    for (const page of pages) await page.next("pusher_internal:subscription_succeeded");
    return pages.map((page) => ({
      seqs: () => page.frames.filter(({ event }) => event === "devices.changed").map(({ data }) => data["seq"]),
      missed: () => page.frames.filter(({ event }) => event === LIVE_SIGNALS.missed).map(({ data }) => data["seq"]),
    }));
  }

  const tell = (person: TestPerson) =>
    publishLive(testApp.deps.sql, [person.accountId], { name: "devices.changed", data: {} });

  async function lastSeqOf(person: TestPerson): Promise<number> {
    return (await selectRoom(testApp.deps.pool, person.accountId)).seq;
  }

  async function countFanout(by: "redis" | "notify"): Promise<number> {
    const text = await testApp.deps.metrics.print();
    return Number(new RegExp(`live_fanout_total\\{by="${by}".*\\} (\\d+)`).exec(text)?.[1] ?? 0);
  }

  /** Waits until both have subscribed and nothing goes through NOTIFY any more. */
  async function untilByRedisAlone(): Promise<void> {
    const goesByRedisAlone = async () => {
      const before = await countFanout("notify");
      const sent = await countFanout("redis");
      await publishToItems(testApp.deps.sql, [crypto.randomUUID()], "likes.changed");
      await expect
        .poll(async () => (await countFanout("redis")) + (await countFanout("notify")))
        .not.toBe(sent + before);
      return (await countFanout("notify")) === before && (await countFanout("redis")) > sent;
    };
    await expect.poll(goesByRedisAlone).toBe(true);
  }

  test("each page gets each event once, in order and after the commit, and NOTIFY carries none", async () => {
    await untilByRedisAlone();
    const ana = await testApp.person("ana");
    const ben = await testApp.person("ben");
    await untilByRedisAlone();
    const publish = async (publisher: number) => {
      for (let at = 0; at < 25; at++)
        await inTransaction(testApp.deps.sql, async (tx) => {
          const people = at % 2 ? [ana.accountId] : [ben.accountId, ana.accountId];
          await publishLive(tx, publisher % 2 ? people : people.toReversed(), { name: "devices.changed", data: {} });
          if (at % 5 === 0) throw new Error("taken back");
        }).catch(() => undefined);
    };
    const publishRound = async () => {
      const pages = await openPages(ana);
      const before = await countFanout("notify");
      await Promise.all([0, 1, 2, 3].map(publish));
      for (const { seqs } of pages) {
        await expect.poll(() => seqs().length).toBe(80);
        const first = Number(seqs()[0]);
        expect(seqs()).toEqual(Array.from({ length: 80 }, (__, at) => first + at));
      }
      return (await countFanout("notify")) - before;
    };
    // On a machine that stalls, Redis may answer too late and NOTIFY take over: then another round.
    await expect.poll(publishRound).toBe(0);
    expect((await testApp.deps.pool.query("select from live_outbox")).rowCount).toBe(0);
  });

  test.each([
    ["hangs", async () => redis.hang(), async () => redis.resume()],
    ["is killed", () => redis.stop(), () => redis.start()],
  ])("no page misses an event while Redis %s, nor when it is back", async (how, fail, mend) => {
    const person = await testApp.person(`kim${how.replaceAll(" ", "")}`);
    await untilByRedisAlone();
    const pages = await openPages(person);
    for (let at = 0; at < 30; at++) {
      if (at === 10) await fail();
      await tell(person);
      if (at === 20) await mend();
      await sleep(20);
    }
    await untilByRedisAlone();
    await tell(person);
    const last = await lastSeqOf(person);
    for (const { seqs, missed } of pages) {
      // Each event arrived, or a later signal says that some were missed.
      await expect.poll(seqs).toContain(last);
      const heard = new Set(seqs());
      const lost = Array.from({ length: 31 }, (__, at) => last - at).filter((seq) => !heard.has(seq));
      expect(lost.every((seq) => missed().some((signal) => Number(signal) >= seq))).toBe(true);
    }
  });

  test("a process that alone lost Redis receives events through NOTIFY, and none of them twice", async () => {
    const person = await testApp.person("lou");
    await untilByRedisAlone();
    const [, there] = await openPages(person);
    line.refuse();
    const before = await countFanout("notify");
    await expect
      .poll(async () => {
        await tell(person);
        return countFanout("notify");
      })
      .toBeGreaterThan(before);
    await tell(person);
    const last = await lastSeqOf(person);
    await expect.poll(() => there?.seqs().at(-1)).toBe(last);
    line.resume();
    await untilByRedisAlone();
    await tell(person);
    await expect.poll(() => there?.seqs().at(-1)).toBe(last + 1);
    const seqs = there?.seqs() ?? [];
    expect(new Set(seqs).size).toBe(seqs.length);
  });

  test("events that a dead process left in the outbox are published by the others", async () => {
    const person = await testApp.person("mia");
    const [here] = await openPages(person);
    const rooms = JSON.stringify({ [person.accountId]: 90 });
    await testApp.deps.pool.query("insert into live_outbox (message) values ($1)", [
      `{"name":"devices.changed","data":{},"rooms":${rooms}}`,
    ]);
    await expect.poll(() => here?.seqs()).toContain(90);
  });
});

test("a Redis outage shows in the metrics and at /readyz, which stays ready", async () => {
  const redis = await startFakeRedis();
  const testApp = await createTestApp({ REDIS_URL: redis.url });
  const isUp = async () => /fieldhouse_redis_up\{.*\} (\d)/.exec(await testApp.deps.metrics.print())?.[1];
  const ready = async () => (await testApp.visitor.send("GET", "/readyz")).text;
  await expect.poll(isUp).toBe("1");
  expect(JSON.parse(await ready()).data.redis).toBe("ok");
  await redis.stop();
  await expect.poll(isUp).toBe("0");
  const reply = await testApp.visitor.send("GET", "/readyz");
  expect([reply.status, JSON.parse(reply.text).data.redis]).toEqual([200, expect.stringMatching(/^does not answer/)]);
  await redis.start();
  await expect.poll(isUp).toBe("1");
  await redis.stop();
});

test("no sequence is unlogged: a promoted standby could not read it", async () => {
  const testApp = await createTestApp();
  const unlogged = "select relname from pg_class where relkind = 'S' and relpersistence = 'u'";
  expect((await testApp.deps.pool.query(unlogged)).rows).toEqual([]);
});
