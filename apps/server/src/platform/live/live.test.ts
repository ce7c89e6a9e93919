import { accountRoutes } from "@app/contract/accounts";
import { LIVE_SIGNALS, liveRoutes, toUserRoom } from "@app/contract/live";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { openApp } from "#src/app.ts";
import type { Caller } from "#testing/caller.ts";
import { connectLive, joinLive } from "#testing/live-client.ts";
import { PASSWORD, type StagePerson } from "#testing/people.ts";
import { openStage } from "#testing/stage.ts";
import { tell, tellEnded } from "./tell.ts";

const stage = await openStage();
const origin = { origin: stage.deps.config.publicUrl };

const JOINED = "pusher_internal:subscription_succeeded";

function open(person: StagePerson, device: Caller = person, at = stage.origin) {
  return joinLive(at, device, person.accountId, origin);
}

async function openJoined(person: StagePerson, device: Caller = person, at = stage.origin) {
  const page = await open(person, device, at);
  await page.next(JOINED);
  return page;
}

function tellOf(person: StagePerson): Promise<void> {
  return tell(stage.deps.sql, [person.accountId], { name: "devices.changed", data: {} });
}

describe("a removed device", () => {
  test("hears it at once on its open page, and is closed; the one that removed it goes on", async () => {
    const maya = await stage.person("maya");
    const phone = await maya.onAnotherDevice();
    const [desk, pocket] = [await openJoined(maya), await openJoined(maya, phone)];
    const lost = (await phone.call(accountRoutes.devices)).find((device) => device.is_this_device);

    const removedMs = performance.now();
    await maya.call(accountRoutes.removeDevice, { params: { id: lost?.id ?? "" } });
    await pocket.next(LIVE_SIGNALS.ended);
    const tookMs = performance.now() - removedMs;

    expect(await pocket.closed()).toEqual({ code: 4009, reason: "This device was signed out." });
    await desk.next("devices.changed");
    desk.say("pusher:ping", {});
    await desk.next("pusher:pong");
    expect(desk.frames.map(({ event }) => event)).not.toContain(LIVE_SIGNALS.ended);
    expect(tookMs).toBeLessThan(1_000);
  });

  test("cannot join with a permission that it was given before", async () => {
    const ivy = await stage.person("ivy");
    const phone = await ivy.onAnotherDevice();
    const page = await connectLive(stage.origin, origin);
    const permission = await phone.call(liveRoutes.broadcast, { body: toBody(page.socketId, ivy) });
    await ivy.call(signUpRoutes.removeOtherDevices);

    page.say("pusher:subscribe", { channel: toUserRoom(ivy.accountId), ...permission });

    await page.next(LIVE_SIGNALS.ended);
    expect((await page.closed()).code).toBe(4009);
    expect(page.frames.map(({ event }) => event)).not.toContain(JOINED);
    expect(await phone.refused(liveRoutes.broadcast, { body: toBody("1.1", ivy) })).toMatchObject({ code: 401 });
  });

  test.each<[string, (person: StagePerson) => Promise<unknown>]>([
    ["all others are signed out", (person) => person.call(signUpRoutes.removeOtherDevices)],
    ["the password is changed", (person) => person.call(signUpRoutes.changePassword, { body: NEW_PASSWORD })],
  ])("is also one of many, when %s", async (how, act) => {
    const person = await stage.person(how.replaceAll(" ", "").slice(0, 20));
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

  test("is the own one after signing out, and nobody else's", async () => {
    const [tom, leo] = [await stage.person("tom"), await stage.person("leo")];
    const [tomPage, leoPage] = [await openJoined(tom), await openJoined(leo)];
    await tom.call(accountRoutes.logout);
    expect((await tomPage.closed()).code).toBe(4009);
    await tellOf(leo);
    await leoPage.next("devices.changed");
    expect(leoPage.frames.map(({ event }) => event)).not.toContain(LIVE_SIGNALS.ended);
  });
});

describe("what is told", () => {
  test("reaches each page of that person after the commit, and never of what was taken back", async () => {
    const [ana, ben] = [await stage.person("ana"), await stage.person("ben")];
    const [anaPage, benPage] = [await openJoined(ana), await openJoined(ben)];
    const failing = inTransaction(stage.deps.sql, async (tx) => {
      await tell(tx, [ana.accountId, ben.accountId], { name: "devices.changed", data: {} });
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    await tell(stage.deps.sql, [ana.accountId], { name: "devices.changed", data: {} });
    const { channel, data } = await anaPage.next("devices.changed");
    // One sign-in before, and this; what was taken back has no number.
    expect({ channel, data }).toEqual({ channel: toUserRoom(ana.accountId), data: { seq: 2 } });
    benPage.say("pusher:ping", {});
    await benPage.next("pusher:pong");
    expect(benPage.frames.map(({ event }) => event)).not.toContain("devices.changed");
  });

  test("in another web process on the same database arrives here, and the other way round", async () => {
    const other = await openApp(stage.deps);
    const otherOrigin = await other.listen({ host: "127.0.0.1", port: 0 });
    try {
      const zoe = await stage.person("zoe");
      const phone = await zoe.onAnotherDevice();
      const [here, there] = [await openJoined(zoe), await openJoined(zoe, phone, otherOrigin)];
      await tellOf(zoe);
      await Promise.all([here.next("devices.changed"), there.next("devices.changed")]);
      await zoe.call(signUpRoutes.removeOtherDevices);
      await there.next(LIVE_SIGNALS.ended);
    } finally {
      await other.close();
    }
  });

  test("goes to a thousand people in one call", async () => {
    const last = await stage.person("last");
    const page = await openJoined(last);
    const { rows } = await stage.deps.pool.query<{ id: string }>(`
      insert into accounts (id, user_type, username, username_key, email, email_key, full_name, password_hash)
      select gen_random_uuid(), 'General User', 'many' || n, 'many' || n, n || '@many.test', n || '@many.test', '', ''
      from generate_series(1, 1000) n returning id`);
    const everybody = [...rows.map(({ id }) => id), last.accountId];
    await Promise.all([
      tell(stage.deps.sql, everybody, { name: "devices.changed", data: {} }),
      tell(stage.deps.sql, everybody.toReversed(), { name: "devices.changed", data: {} }),
    ]);
    expect((await page.next("devices.changed")).data).toEqual({ seq: 2 });
    expect((await page.next("devices.changed")).data).toEqual({ seq: 3 });
    await tellEnded(
      stage.deps.sql,
      last.accountId,
      rows.map(({ id }) => id),
    );
  });

  test("while the line to the database was cut is made good when it is back", async () => {
    const eva = await stage.person("eva");
    const phone = await eva.onAnotherDevice();
    const [page, pocket] = [await openJoined(eva), await openJoined(eva, phone)];
    const bystander = await openJoined(await stage.person("bystander"));
    // As if these had been told while nobody listened.
    await stage.deps.pool.query("update live_rooms set seq = seq + 1 where account_id = $1", [eva.accountId]);
    // Knows already what the others have missed.
    await openJoined(eva);
    const [own] = (await eva.call(accountRoutes.devices)).filter((device) => device.is_this_device);
    await stage.deps.pool.query("update devices set removed_at = now() where account_id = $1 and id <> $2", [
      eva.accountId,
      own?.id,
    ]);

    const { rowCount } = await stage.deps.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'fieldhouse live' and datname = current_database()`,
    );
    expect(rowCount).toBeGreaterThan(0);

    await pocket.next(LIVE_SIGNALS.ended);
    expect((await page.next(LIVE_SIGNALS.missed)).data).toEqual({ seq: 3 });
    await tellOf(eva);
    expect((await page.next("devices.changed")).data).toEqual({ seq: 4 });
    expect(bystander.frames.map(({ event }) => event)).not.toContain(LIVE_SIGNALS.missed);
  });

  test("while a page was away shows in the number that it is given when it comes back", async () => {
    const noa = await stage.person("noa");
    const first = await open(noa);
    const before = (await first.next(JOINED)).data;
    expect(before).toMatchObject({ seq: 1 });
    first.close();
    await tellOf(noa);
    const after = (await (await open(noa)).next(JOINED)).data;
    expect(after).toMatchObject({ seq: 2 });
    expect(after["told_ms_ago"]).toBeLessThan(Number(before["told_ms_ago"]) + 10_000);
  });
});

describe("when the server stops", () => {
  test("each page is told why, and comes back to the next one", async () => {
    const uma = await stage.person("uma");
    const page = await openJoined(uma);
    await stage.restart();
    expect(await page.closed()).toEqual({ code: 4200, reason: "The server is stopping." });
    const again = await openJoined(uma);
    await tellOf(uma);
    await again.next("devices.changed");
  });
});

test("the open connections and what was sent to them are counted", async () => {
  const pia = await stage.person("pia");
  const page = await openJoined(pia);
  await tellOf(pia);
  await page.next("devices.changed");
  const { text } = await stage.visitor.send("GET", "/metrics");
  expect(Number(/^fieldhouse_live_sockets\{role="web"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  expect(text).toMatch(/^fieldhouse_live_events_total\{event="devices.changed",role="web"\} [1-9]\d*$/m);
});

const NEW_PASSWORD = {
  current_password: PASSWORD,
  password: "Right-Horse-2",
  password_confirmation: "Right-Horse-2",
};

function toBody(socketId: string, person: StagePerson) {
  return { socket_id: socketId, channel_name: toUserRoom(person.accountId) };
}
