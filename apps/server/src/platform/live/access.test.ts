import { request } from "node:http";
import { LIVE_PATH, liveRoutes, toUserRoom } from "@app/contract/live";
import { describe, expect, test } from "vitest";
import { connectLive, joinLive, type LiveClient } from "#testing/live-client.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { toRefusedStatus } from "../http/refuse-requests.ts";

const testApp = await createTestApp();
const origin = { origin: testApp.deps.config.publicUrl };

const JOINED = "pusher_internal:subscription_succeeded";

function connect(): Promise<LiveClient> {
  return connectLive(testApp.origin, origin);
}

function permit(person: TestPerson, socketId: string) {
  return person.call(liveRoutes.broadcast, {
    body: { socket_id: socketId, channel_name: toUserRoom(person.accountId) },
  });
}

describe("the permission to join", () => {
  test("is for the caller's own room only", async () => {
    const [maya, leo] = [await testApp.person("maya"), await testApp.person("leo")];
    const body = (channel_name: string) => ({ body: { socket_id: "1.2", channel_name } });
    expect(await maya.refused(liveRoutes.broadcast, body(toUserRoom(leo.accountId)))).toMatchObject({ code: 403 });
    expect(await maya.refused(liveRoutes.broadcast, body("presence-everybody"))).toMatchObject({ code: 403 });
    expect(await testApp.visitor.refused(liveRoutes.broadcast, body(toUserRoom(leo.accountId)))).toMatchObject({
      code: 401,
    });
    const { auth } = await maya.call(liveRoutes.broadcast, body(toUserRoom(maya.accountId)));
    expect(auth).toMatch(/^fieldhouse:[0-9a-f]{64}$/);
  });

  test("is refused without a valid socket id", async () => {
    const ana = await testApp.person("ana");
    for (const socket_id of ["", "1", "1.2:private-user.x", "1.2\n"])
      expect(
        await ana.refused(liveRoutes.broadcast, { body: { socket_id, channel_name: toUserRoom(ana.accountId) } }),
      ).toMatchObject({ code: 422, errors: { socket_id: expect.anything() } });
  });

  test("is valid for one connection and one room, and cannot be forged", async () => {
    const [ben, zoe] = [await testApp.person("ben"), await testApp.person("zoe")];
    const permission = await permit(ben, "1.2");
    const attempts: ((socketId: string) => Promise<object>)[] = [
      async () => ({ channel: toUserRoom(ben.accountId), ...permission }),
      async (id) => ({ channel: toUserRoom(zoe.accountId), ...(await permit(ben, id)) }),
      async (id) => ({ channel: toUserRoom(ben.accountId), ...(await permit(ben, id)), channel_data: "{}" }),
      async () => ({ channel: toUserRoom(ben.accountId), auth: "fieldhouse:", channel_data: permission.channel_data }),
      async () => ({ channel: "private-user.", auth: "", channel_data: "" }),
    ];
    for (const attempt of attempts) {
      const client = await connect();
      client.say("pusher:subscribe", await attempt(client.socketId));
      expect((await client.closed()).code).toBe(4302);
      expect(client.frames.map(({ event }) => event)).toEqual(["pusher:connection_established"]);
    }
  });

  test("may be repeated, but ends the connection for another account's room", async () => {
    const [ida, tom] = [await testApp.person("ida"), await testApp.person("tom")];
    const client = await joinLive(testApp.origin, ida, ida.accountId, origin);
    await client.next(JOINED);
    client.say("pusher:subscribe", {
      channel: toUserRoom(ida.accountId),
      ...(await permit(ida, client.socketId)),
    });
    await client.next(JOINED);
    client.say("pusher:subscribe", { channel: toUserRoom(tom.accountId), ...(await permit(tom, client.socketId)) });
    expect((await client.closed()).code).toBe(4302);
  });

  test("is given to thirty pages of one person at once, and no more", async () => {
    const noa = await testApp.person("noa");
    const pages = await Promise.all(
      Array.from({ length: 30 }, () => joinLive(testApp.origin, noa, noa.accountId, origin)),
    );
    await Promise.all(pages.map((page) => page.next(JOINED)));
    const oneMore = await joinLive(testApp.origin, noa, noa.accountId, origin);
    expect((await oneMore.closed()).code).toBe(4004);
    pages[0]?.close();
    await pages[0]?.closed();
    await (await joinLive(testApp.origin, noa, noa.accountId, origin)).next(JOINED);
  });
});

describe("an upgrade", () => {
  test("is accepted from this product's pages at one path only", async () => {
    for (const headers of [{}, { origin: "https://elsewhere.test" }, { origin: "null" }])
      await expect(connectLive(testApp.origin, headers)).rejects.toThrow("403");
    await expect(connectLive(`${testApp.origin}/elsewhere`, origin)).rejects.toThrow("404");
    await connectLive(testApp.origin, { origin: testApp.origin });
  });

  test("is accepted in production from the public origin only, whatever `Host` says", () => {
    const fromOrigin = (origin: string) =>
      ({ url: `${LIVE_PATH}?protocol=7`, headers: { origin, host: "10.0.0.7:3000" } }) as never;
    const config = { publicUrl: "https://fieldhouse.test", isProduction: true };
    expect(toRefusedStatus(fromOrigin("http://10.0.0.7:3000"), config)).toBe(403);
    expect(toRefusedStatus(fromOrigin("https://fieldhouse.test"), config)).toBeNull();
    expect(toRefusedStatus(fromOrigin("http://10.0.0.7:3000"), { ...config, isProduction: false })).toBeNull();
  });

  test("to another protocol is answered over HTTP/1.1", async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${testApp.origin}/healthz`, { headers: { connection: "upgrade", upgrade: "h2c" } });
      outgoing.once("response", (response) => resolve(response.resume().statusCode));
      outgoing.once("error", reject).end();
    });
    expect(status).toBe(200);
  });

  test.each([
    ["no JSON", "{"],
    ["no message", "[1]"],
    ["an event of a page", JSON.stringify({ event: "client-hello", data: {} })],
    ["a room without a permission", JSON.stringify({ event: "pusher:subscribe", data: { channel: "news" } })],
  ])("that says %s is closed", async (_, text) => {
    const client = await connect();
    client.sayText(text);
    expect((await client.closed()).code).toBe(4302);
  });

  test("is closed after too many or too large messages", async () => {
    const loud = await connect();
    loud.sayText("x".repeat(5_000));
    expect((await loud.closed()).code).toBe(1009);
    const busy = await connect();
    for (let n = 0; n < 31; n++) busy.say("pusher:ping", {});
    expect((await busy.closed()).code).toBe(4301);
  });

  test("needs only what the protocol requires", async () => {
    const client = await connect();
    for (const event of ["pusher:ping", "pusher:pong", "pusher:unsubscribe", "pusher:ping"]) client.say(event, {});
    await client.next("pusher:pong");
    await client.next("pusher:pong");
  });
});
