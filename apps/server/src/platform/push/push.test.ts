import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createFakePushService } from "#testing/fake-push-service.ts";
import { createPushSender, PUSH_MAX_BYTES, toOutcome } from "./push.ts";
import { isPublicAddress, isPushEndpoint, lookupPublic, PrivateAddressError } from "./push-address.ts";
import { loadOrCreateVapidKeys, toVapidPublicKey } from "./vapid-keys.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-vapid-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const keys = loadOrCreateVapidKeys(dataDir);
const vapid = { keys, subject: "mailto:support@fieldhouse.test" };
const push = { text: "{}", ttlS: 60, topic: "a" };

const fake = await createFakePushService(() => keys.publicKey);
afterAll(() => fake.stop());
const senderTo = (pushTestOrigin: string, deadlineMs?: number) =>
  createPushSender({ vapid, pushTestOrigin }, keys, deadlineMs);

describe("the key pair", () => {
  test("is generated once, belongs together, and is its user's alone", () => {
    const file = path.join(dataDir, "vapid.key");
    expect(loadOrCreateVapidKeys(dataDir)).toEqual(keys);
    expect(toVapidPublicKey(keys.privateKey)).toBe(keys.publicKey);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain(keys.privateKey);
  });
});

describe("a push service", () => {
  test("gets messages that only the browser can read, refuses another key, and is never sent one that is too long", async () => {
    const browser = fake.addBrowser();
    const text = JSON.stringify({ id: null, title: "Ü", body: "🏟️".repeat(100), href: "/" });
    expect(await senderTo(fake.origin).send(browser.subscription, { ...push, text })).toEqual({ kind: "sent" });
    expect(browser.messages).toEqual([JSON.parse(text)]);
    const stranger = createPushSender(
      { vapid, pushTestOrigin: fake.origin },
      loadOrCreateVapidKeys(path.join(dataDir, "other")),
    );
    expect(await stranger.send(browser.subscription, push)).toEqual({ kind: "refused", status: 400 });
    const longest = { title: "", body: "", href: "", id: null };
    longest.body = "x".repeat(PUSH_MAX_BYTES - JSON.stringify(longest).length);
    const send = (long: object) =>
      senderTo(fake.origin).send(browser.subscription, { ...push, text: JSON.stringify(long) });
    expect(await send(longest)).toEqual({ kind: "sent" });
    await expect(send({ ...longest, title: "x" })).rejects.toThrow(RangeError);
  });

  test.each<[string, RequestListener]>([
    ["that never replies", () => undefined],
    ["that replies without end", (_, response) => void setInterval(() => response.write("x"), 5).unref()],
    ["that hangs up", (request) => request.socket.destroy()],
  ])("%s is asked again, and holds nobody up", async (_, listener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { subscription } = fake.addBrowser();
    const outcome = await senderTo(origin, 200).send({ ...subscription, endpoint: `${origin}/x` }, push);
    expect(outcome.kind).toMatch(/^(?:retry|sent)$/);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("at an address that is not a push service's is not contacted", async () => {
    const { subscription } = fake.addBrowser();
    const sender = createPushSender({ vapid, pushTestOrigin: null }, keys);
    expect(await sender.send(subscription, push)).toEqual({ kind: "refused", status: null });
  });

  test.each([
    [201, undefined, { kind: "sent" }],
    [404, undefined, { kind: "gone" }],
    [410, undefined, { kind: "gone" }],
    [429, "30", { kind: "retry", afterS: 30 }],
    [429, undefined, { kind: "retry", afterS: null }],
    [503, "Tue, 24 Nov 2026 06:01:00 GMT", { kind: "retry", afterS: 60 }],
    [503, "Tue, 24 Nov 2026 05:01:00 GMT", { kind: "retry", afterS: 0 }],
    [503, "999999", { kind: "retry", afterS: 3_600 }],
    [500, "soon", { kind: "retry", afterS: null }],
    [301, undefined, { kind: "refused", status: 301 }],
    [403, undefined, { kind: "refused", status: 403 }],
    [413, undefined, { kind: "refused", status: 413 }],
  ])("that replies %d, Retry-After %s", (status, retryAfter, outcome) => {
    expect(toOutcome(status, retryAfter, Date.parse("2026-11-24T06:00:00Z"))).toEqual(outcome);
  });
});

describe("private networks", () => {
  test.each([
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.31.255.255", "192.168.1.1"],
    ...["198.18.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:8.8.8.8", "fe80::1"],
    ...["fc00::1", "64:ff9b::808:808", "2001::1", "2001:db8::1", "2002:7f00:1::", "ff02::1", "nothing"],
  ])("contain %s", (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2607:f8b0:4005::1", "2a00:1450::1"])(
    "do not contain %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test("cannot be reached by a name that leads there", async () => {
    const fault = await new Promise((resolve) => lookupPublic("localhost", { all: true }, resolve));
    expect(fault).toBeInstanceOf(PrivateAddressError);
    expect(isPushEndpoint("https://push.example.org/x", null)).toBe(true);
    expect(isPushEndpoint("https://push.example.org./x", null)).toBe(false);
  });
});
