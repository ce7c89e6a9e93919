import { setTimeout as sleep } from "node:timers/promises";
import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { refusal } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { profileRoutes } from "@app/contract/profile";
import { staffAnnouncementRoutes } from "@app/contract/staff-announcements";
import { TUS_PATH } from "@app/contract/uploads";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Caller } from "#testing/caller.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import { beginRequest, type RawReply, type SlowRequest } from "#testing/raw-request.ts";
import { createTestApp, type TestApp } from "#testing/test-app.ts";
import { askOffset, BYTES, beginUpload, sendBytes } from "#testing/tus.ts";

const LOGIN = API_PREFIX + accountRoutes.login.path;
const TEAM = API_PREFIX + earnerRoutes.team.path;
const COVER = API_PREFIX + profileRoutes.uploadCover.path;
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "multipart/form-data; boundary=x" };
const byte = Buffer.from(" ");

const bearer = (person: Caller) => ({ authorization: `Bearer ${person.token}` });

function post(testApp: TestApp, path: string, headers: Record<string, string | number>): SlowRequest {
  return beginRequest(testApp.origin, { method: "POST", path, headers: { "content-length": 1_000, ...headers } });
}

function said({ body }: RawReply) {
  return refusal.parse(JSON.parse(body.toString()));
}

/** Sends a byte now and then, like a slowloris attack. */
async function trickle(request: SlowRequest, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    request.write(byte);
    await sleep(200);
  }
}

describe("a body that arrives too slowly", () => {
  test("gets 408 at its deadline, also with many at once, while other requests are answered", async () => {
    const testApp = await createTestApp({ BODY_LIMITS: "json=2" });
    let isOver = false;
    const slow = Array.from({ length: 200 }, () => post(testApp, LOGIN, JSON_TYPE));
    const trickling = slow.map((request) => trickle(request, () => isOver));
    expect((await testApp.visitor.send("GET", "/api/v1/categories")).status).toBe(200);
    const replies = await Promise.all(slow.map((request) => request.reply));
    await Promise.all(slow.map((request) => request.closed));
    isOver = true;
    await Promise.all(trickling);
    expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([408]));
    expect(said(replies[0] as RawReply)).toMatchObject({ code: 408, kind: "too_slow" });
  });

  test("has a separate deadline if it is a form", async () => {
    const testApp = await createTestApp({ BODY_LIMITS: "json=60,form=1" });
    const ada = await testApp.person("ada", { plan: "Individual" });
    const request = post(testApp, COVER, { ...FORM_TYPE, ...bearer(ada) });
    request.write(Buffer.from("--x\r\n"));
    expect((await request.reply)?.status).toBe(408);
    await request.closed;
  });

  test("has more time if it announces a large file", async () => {
    const testApp = await createTestApp({ BODY_LIMITS: "form=1" });
    const ada = await testApp.person("ada", { staffRole: "admin" });
    const { id } = await ada.call(staffAnnouncementRoutes.add, {
      body: {
        title: "Kick-off",
        description: "",
        youtube_link: null,
        starts_at: new Date().toISOString(),
        ends_at: null,
      },
    });
    const path = API_PREFIX + staffAnnouncementRoutes.sendVideo.path.replace(":id", id);
    const began = performance.now();
    const request = post(testApp, path, { ...FORM_TYPE, ...bearer(ada), "content-length": 40 * 1024 ** 2 });
    request.write(Buffer.from("--x\r\n"));
    expect((await request.reply)?.status).toBe(408);
    expect(performance.now() - began).toBeGreaterThan(3_000);
  });

  test("is closed even if nothing reads it: on GET, on a malformed URL, and after the reply", async () => {
    // Longer than a busy machine takes for a page whose code is loaded.
    const testApp = await createTestApp({ BODY_LIMITS: "json=5" });
    await testApp.visitor.send("GET", "/explore");
    const of = (method: string, path: string) =>
      beginRequest(testApp.origin, { method, path, headers: { ...JSON_TYPE, "content-length": 1_000 } });
    const requests = [
      of("GET", "/api/v1/categories"),
      of("GET", "/explore"),
      of("POST", "/api/v1/%zz"),
      of("POST", "/api/v1/not-there"),
      of("PATCH", LOGIN),
      of("POST", "/api/v1/logout"),
    ];
    const statuses = await Promise.all(requests.map(async ({ reply }) => (await reply)?.status));
    expect(statuses).toEqual([200, 200, 400, 404, 405, 401]);
    await Promise.all(requests.map((request) => request.closed));
  });

  test("may take any time if it is an upload that makes progress; received bytes are kept when it stalls", async () => {
    const testApp = await createTestApp({ BODY_LIMITS: "json=1,form=1,idle=5" });
    const bo = await testApp.person("bo_", { plan: "Individual" });
    const id = await beginUpload(bo, 100_000);
    const request = beginRequest(testApp.origin, {
      method: "PATCH",
      path: `${TUS_PATH}/${id}`,
      headers: { ...bearer(bo), ...BYTES, "upload-offset": 0, "content-length": 100_000 },
    });
    let isClosed = false;
    void request.closed.then(() => {
      isClosed = true;
    });
    for (let piece = 0; piece < 10; piece++) {
      request.write(Buffer.alloc(5_000, "a"));
      await sleep(200);
    }
    expect(isClosed).toBe(false);
    await request.closed;
    await expect.poll(() => askOffset(bo, id)).toBe(50_000);
    expect((await sendBytes(bo, id, 50_000, Buffer.alloc(50_000, "b"))).status).toBe(204);
  });
});

describe("a body is authorized before it is read", () => {
  test("by session, sign-up cookie, route and content type", async () => {
    const testApp = await createTestApp();
    const fan = await testApp.person("fan");
    const cases: [string, SlowRequest, number, string][] = [
      ["a visitor at a member's form", post(testApp, COVER, FORM_TYPE), 401, "Please sign in."],
      ["nobody's session", post(testApp, COVER, { ...FORM_TYPE, authorization: "Bearer x" }), 401, "Please sign in."],
      [
        "somebody who is not signing up",
        post(testApp, TEAM, { ...FORM_TYPE, "content-length": 5_000_000 }),
        410,
        EARNER_MESSAGES.expired,
      ],
      [
        "a General User at an earner's form",
        post(testApp, API_PREFIX + contentRoutes.sendPicture.path, { ...FORM_TYPE, ...bearer(fan) }),
        403,
        "You are not allowed to do this.",
      ],
      ["a route that is not there", post(testApp, "/api/v1/not-there", JSON_TYPE), 404, "Not found."],
      ["a page", post(testApp, "/explore", JSON_TYPE), 404, "Not found."],
      ["Stripe, where there is none", post(testApp, "/api/v1/webhooks/stripe", JSON_TYPE), 404, "Not found."],
      [
        "a form where none is taken",
        post(testApp, LOGIN, FORM_TYPE),
        415,
        "This kind of content is not accepted here. Send application/json.",
      ],
      [
        "more than the largest picture and its fields",
        post(testApp, COVER, { ...FORM_TYPE, ...bearer(fan), "content-length": 11_000_000 }),
        413,
        "The file is larger than 10 MB.",
      ],
    ];
    for (const [why, request, status, message] of cases) {
      const reply = await request.reply;
      expect([why, reply?.status]).toEqual([why, status]);
      expect(said(reply as RawReply).message).toBe(message);
      request.hangUp();
    }
  });
});

/** Sends a form of seven megabytes that is no picture. */
async function sendCover(testApp: TestApp, headers: Record<string, string>): Promise<number | undefined> {
  const file = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="cover_image"; filename="a.png"\r\n\r\n'),
    Buffer.alloc(7_000_000),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const sent = post(testApp, COVER, { ...headers, "content-length": file.length });
  sent.write(file);
  sent.end();
  return (await sent.reply)?.status;
}

describe("forms in memory", () => {
  test("are limited per IP address and in total, and free their memory at the end", async () => {
    const testApp = await createTestApp({ BODY_LIMITS: "address=8,total=12", TRUST_PROXY: "loopback" });
    const people = await Promise.all(["cy_", "di_", "ed_"].map((name) => testApp.person(name)));
    const send = (at: number, address: string, length: number) => {
      const headers = { ...FORM_TYPE, ...bearer(people[at] ?? testApp.visitor), "x-forwarded-for": address };
      const sent = post(testApp, COVER, { ...headers, "content-length": length });
      sent.write(Buffer.from("--x\r\n"));
      return sent;
    };
    const first = send(0, "203.0.113.1", 7_000_000);
    // It is still being received when the others arrive.
    await sleep(300);
    const sameAddress = await send(1, "203.0.113.1", 7_000_000).reply;
    expect(sameAddress?.status).toBe(429);
    expect(Number(sameAddress?.headers["retry-after"])).toBeGreaterThan(0);
    const third = send(2, "203.0.113.2", 4_000_000);
    await sleep(300);
    const tooMany = await send(1, "203.0.113.3", 4_000_000).reply;
    expect(tooMany?.status).toBe(503);
    expect(Number(tooMany?.headers["retry-after"])).toBeGreaterThan(0);

    third.hangUp();
    first.hangUp();
    await Promise.all([first.closed, third.closed]);
    const again = async () => {
      const headers = { ...FORM_TYPE, ...bearer(people[1] ?? testApp.visitor), "x-forwarded-for": "203.0.113.1" };
      return sendCover(testApp, headers);
    };
    // There is room again; the body is refused because it is not a picture.
    await expect.poll(again).toBe(422);
  });

  test("take no memory if they were hung up before the session was read", async () => {
    const testApp = await createTestApp({ BODY_LIMITS: "address=64,total=12" });
    const gil = await testApp.person("gil");
    const client = await testApp.deps.pool.connect();
    onTestFinished(() => client.release());
    await client.query("begin; lock table access_tokens");
    const form = () => post(testApp, COVER, { ...FORM_TYPE, ...bearer(gil), "content-length": 7_000_000 });
    const early = [form(), form()];
    await expect.poll(() => countWaiting(testApp.deps.pool)).toBeGreaterThan(0);
    for (const sent of early) sent.hangUp();
    await Promise.all(early.map(({ closed }) => closed));
    await client.query("rollback");

    expect(await sendCover(testApp, { ...FORM_TYPE, ...bearer(gil) })).toBe(422);
  });

  test("count with the maximum length if they have no Content-Length", async () => {
    const testApp = await createTestApp({ BODY_LIMITS: "address=8,total=12", TRUST_PROXY: "loopback" });
    const fay = await testApp.person("fay");
    const request = beginRequest(testApp.origin, {
      method: "POST",
      path: COVER,
      headers: { ...FORM_TYPE, ...bearer(fay), "transfer-encoding": "chunked", "x-forwarded-for": "203.0.113.1" },
    });
    expect((await request.reply)?.status).toBe(429);
    request.hangUp();
  });
});
