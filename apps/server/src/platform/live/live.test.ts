import { accountRoutes } from "@app/contract/accounts";
import { LIVE_SIGNALS, liveRoutes, toUserRoom } from "@app/contract/live";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { createApp } from "#src/app.ts";
import type { Caller } from "#testing/caller.ts";
import { connectLive, joinLive, type LiveClient } from "#testing/live-client.ts";
import { PASSWORD, type TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { publishEnded, publishLive } from "./publish-live.ts";

const testApp = await createTestApp();
const origin = { origin: testApp.deps.config.publicUrl };

const JOINED = "pusher_internal:subscription_succeeded";

function open(person: TestPerson, device: Caller = person, at = testApp.origin) {
  return joinLive(at, device, person.accountId, origin);
}

async function openJoined(person: TestPerson, device: Caller = person, at = testApp.origin) {
  const page = await open(person, device, at);
  await page.next(JOINED);
  return page;
}

function seqAtJoining({ frames }: LiveClient): number {
  return Number(frames.find(({ event }) => event === JOINED)?.data["seq"]);
}

function publishTo(person: TestPerson): Promise<void> {
  return publishLive(testApp.deps.sql, [person.accountId], { name: "devices.changed", data: {} });
}

describe("a removed device", () => {
  test("is told on its open page and closed, while the remover stays connected", async () => {
    const maya = await testApp.person("maya");
    const phone = await maya.onAnotherDevice();
    const [desk, pocket] = [await openJoined(maya), await openJoined(maya, phone)];
    const lost = (await phone.call(accountRoutes.devices)).find((device) => device.is_this_device);

    await maya.call(accountRoutes.removeDevice, { params: { id: lost?.id ?? "" } });
    await pocket.next(LIVE_SIGNALS.ended);

    expect(await pocket.closed()).toEqual({ code: 4009, reason: "This device was signed out." });
    await desk.next("devices.changed");
    desk.say("pusher:ping", {});
    await desk.next("pusher:pong");
    expect(desk.frames.map(({ event }) => event)).not.toContain(LIVE_SIGNALS.ended);
  });

  test("cannot join with an earlier permission", async () => {
    const ivy = await testApp.person("ivy");
    const phone = await ivy.onAnotherDevice();
    const page = await connectLive(testApp.origin, origin);
    const permission = await phone.call(liveRoutes.broadcast, { body: toBody(page.socketId, ivy) });
    await ivy.call(signUpRoutes.removeOtherDevices);

    page.say("pusher:subscribe", { channel: toUserRoom(ivy.accountId), ...permission });

    await page.next(LIVE_SIGNALS.ended);
    expect((await page.closed()).code).toBe(4009);
    expect(page.frames.map(({ event }) => event)).not.toContain(JOINED);
    expect(await phone.refused(liveRoutes.broadcast, { body: toBody("1.1", ivy) })).toMatchObject({ code: 401 });
  });

  test.each<[string, (person: TestPerson) => Promise<unknown>]>([
    ["all others are signed out", (person) => person.call(signUpRoutes.removeOtherDevices)],
    ["the password is changed", (person) => person.call(signUpRoutes.changePassword, { body: NEW_PASSWORD })],
  ])("is also closed as one of many, when %s", async (how, act) => {
    const person = await testApp.person(how.replaceAll(" ", "").slice(0, 20));
    const others = [await person.onAnotherDevice(), await person.onAnotherDevice()];
    const pages = await Promise.all(others.map((device) => openJoined(person, device)));
    const own = await openJoined(person);

    await act(person);

    for (const page of pages) {
      await page.next(LIVE_SIGNALS.ended);
      expect((await page.closed()).code).toBe(4009);
    }
    await own.next("devices.changed");
    own.say("pusher:ping", {});
    await own.next("pusher:pong");
  });

  test("that signed itself out ends no connection but its own", async () => {
    const [tom, leo] = [await testApp.person("tom"), await testApp.person("leo")];
    const [tomPage, leoPage] = [await openJoined(tom), await openJoined(leo)];
    await tom.call(accountRoutes.logout);
    expect((await tomPage.closed()).code).toBe(4009);
    await publishTo(leo);
    await leoPage.next("devices.changed");
    expect(leoPage.frames.map(({ event }) => event)).not.toContain(LIVE_SIGNALS.ended);
  });
});

describe("an event", () => {
  test("reaches each page of that person after the commit, and never after a rollback", async () => {
    const [ana, ben] = [await testApp.person("ana"), await testApp.person("ben")];
    const [anaPage, benPage] = [await openJoined(ana), await openJoined(ben)];
    const failing = inTransaction(testApp.deps.sql, async (tx) => {
      await publishLive(tx, [ana.accountId, ben.accountId], { name: "devices.changed", data: {} });
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    await publishLive(testApp.deps.sql, [ana.accountId], { name: "devices.changed", data: {} });
    const { channel, data } = await anaPage.next("devices.changed");
    // The earlier sign-in and this event; a rolled-back one has no number.
    expect({ channel, data }).toEqual({ channel: toUserRoom(ana.accountId), data: { seq: 2 } });
    benPage.say("pusher:ping", {});
    await benPage.next("pusher:pong");
    expect(benPage.frames.map(({ event }) => event)).not.toContain("devices.changed");
  });

  test("comes once to somebody who is named twice", async () => {
    const kai = await testApp.person("kai");
    const page = await openJoined(kai);
    await publishLive(testApp.deps.sql, [kai.accountId, kai.accountId], { name: "devices.changed", data: {} });
    await page.next("devices.changed");
    page.say("pusher:ping", {});
    await page.next("pusher:pong");
    expect(page.frames.filter(({ event }) => event === "devices.changed")).toHaveLength(1);
  });

  test("crosses web processes on one database, in both directions", async () => {
    const other = await createApp(testApp.deps);
    const otherOrigin = await other.listen({ host: "127.0.0.1", port: 0 });
    try {
      const zoe = await testApp.person("zoe");
      const phone = await zoe.onAnotherDevice();
      const [here, there] = [await openJoined(zoe), await openJoined(zoe, phone, otherOrigin)];
      await publishTo(zoe);
      await Promise.all([here.next("devices.changed"), there.next("devices.changed")]);
      await zoe.call(signUpRoutes.removeOtherDevices);
      await there.next(LIVE_SIGNALS.ended);
    } finally {
      await other.close();
    }
  });

  test("reaches a thousand people in one call", async () => {
    const last = await testApp.person("last");
    const page = await openJoined(last);
    const { rows } = await testApp.deps.pool.query<{ id: string }>(`
      insert into accounts (id, user_type, username, username_key, email, email_key, full_name, password_hash)
      select gen_random_uuid(), 'General User', 'many' || n, 'many' || n, n || '@many.test', n || '@many.test', '', ''
      from generate_series(1, 1000) n returning id`);
    const everybody = [...rows.map(({ id }) => id), last.accountId];
    await Promise.all([
      publishLive(testApp.deps.sql, everybody, { name: "devices.changed", data: {} }),
      publishLive(testApp.deps.sql, everybody.toReversed(), { name: "devices.changed", data: {} }),
    ]);
    expect((await page.next("devices.changed")).data).toEqual({ seq: 2 });
    expect((await page.next("devices.changed")).data).toEqual({ seq: 3 });
    await publishEnded(
      testApp.deps.sql,
      last.accountId,
      rows.map(({ id }) => id),
    );
  });

  test("reaches everybody but a page that does not read, which is cut off and fetches when it is back", async () => {
    const [deaf, rita] = [await testApp.person("deaf"), await testApp.person("rita")];
    const [stuck, page] = [await openJoined(deaf), await openJoined(rita)];
    const before = seqAtJoining(stuck);
    stuck.pause();
    const large = { name: "devices.changed", data: { pad: "x".repeat(3_500) } } as never;
    // More than the buffers of the operating system and of the connection together.
    for (let round = 0; round < 4; round++)
      await inTransaction(testApp.deps.sql, async (tx) => {
        for (let at = 0; at < 500; at++) await publishLive(tx, [deaf.accountId], large);
      });
    await publishTo(rita);
    await page.next("devices.changed");
    stuck.resume();
    expect((await stuck.closed()).code).toBe(1006);
    page.say("pusher:ping", {});
    await page.next("pusher:pong");
    const back = await openJoined(deaf);
    expect(seqAtJoining(back)).toBe(before + 2_000);
  });

  test("that was missed during a database outage is signaled after it", async () => {
    const eva = await testApp.person("eva");
    const phone = await eva.onAnotherDevice();
    const [page, pocket] = [await openJoined(eva), await openJoined(eva, phone)];
    const bystander = await openJoined(await testApp.person("bystander"));
    const seen = seqAtJoining(page);
    // As if these were published while the listener was down.
    await testApp.deps.pool.query("update live_rooms set seq = seq + 1 where account_id = $1", [eva.accountId]);
    // This room is up to date.
    await openJoined(eva);
    const [own] = (await eva.call(accountRoutes.devices)).filter((device) => device.is_this_device);
    await testApp.deps.pool.query("update devices set deleted_at = now() where account_id = $1 and id <> $2", [
      eva.accountId,
      own?.id,
    ]);

    const { rowCount } = await testApp.deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'fieldhouse live' and datname = current_database()`,
    );
    expect(rowCount).toBeGreaterThan(0);

    await pocket.next(LIVE_SIGNALS.ended);
    expect((await page.next(LIVE_SIGNALS.missed)).data).toEqual({ seq: seen + 1 });
    await publishTo(eva);
    expect((await page.next("devices.changed")).data).toEqual({ seq: seen + 2 });
    expect(bystander.frames.map(({ event }) => event)).not.toContain(LIVE_SIGNALS.missed);
  });

  test("that a page missed shows in the sequence number when it reconnects", async () => {
    const noa = await testApp.person("noa");
    const first = await open(noa);
    const before = (await first.next(JOINED)).data;
    expect(before).toMatchObject({ seq: 1 });
    first.close();
    await publishTo(noa);
    const after = (await (await open(noa)).next(JOINED)).data;
    expect(after).toMatchObject({ seq: 2 });
    expect(after["told_ms_ago"]).toBeLessThan(Number(before["told_ms_ago"]) + 10_000);
  });
});

describe("a server that stops", () => {
  test("tells each page, which reconnects to the next one", async () => {
    const uma = await testApp.person("uma");
    const page = await openJoined(uma);
    await testApp.restart();
    expect(await page.closed()).toEqual({ code: 4200, reason: "The server is stopping." });
    const again = await openJoined(uma);
    await publishTo(uma);
    await again.next("devices.changed");
  });
});

test("counts the open connections and the messages sent to them", async () => {
  const pia = await testApp.person("pia");
  const page = await openJoined(pia);
  await publishTo(pia);
  await page.next("devices.changed");
  const { text } = await testApp.visitor.send("GET", "/metrics");
  expect(Number(/^fieldhouse_live_sockets\{role="web"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(text).toMatch(/^fieldhouse_live_events_total\{event="devices.changed",role="web"\} [1-9]\d*$/m);
});

const NEW_PASSWORD = {
  current_password: PASSWORD,
  password: "Right-Horse-2",
  password_confirmation: "Right-Horse-2",
};

function toBody(socketId: string, person: TestPerson) {
  return { socket_id: socketId, channel_name: toUserRoom(person.accountId) };
}
