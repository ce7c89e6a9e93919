import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { signUpRoutes } from "@app/contract/sign-up";
import { PUSH_MESSAGES, TEST_PUSHES_PER_DAY, webPushRoutes } from "@app/contract/web-push";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { rotateAll } from "#src/rotate-key.ts";
import { createFakePushService, type FakeBrowser } from "#testing/fake-push-service.ts";
import { PASSWORD, type TestPerson, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { purgeSubscriptions } from "./subscriptions.sql.ts";

const service = await createFakePushService(() => testApp.deps.push.publicKey);
afterAll(() => service.stop());
const testApp = await createTestApp({ PUSH_TEST_ORIGIN: service.origin });
const { deps } = testApp;

let people = 0;
let leo = {} as TestPerson;
let browser = {} as FakeBrowser;

beforeEach(async () => {
  people += 1;
  leo = await testApp.person(`leo${people}`);
  browser = service.addBrowser();
});

type Caller = Pick<TestPerson, "call" | "refused">;

const optIn = (person: Caller, on = browser) => person.call(webPushRoutes.subscribe, { body: on.subscription });
const isOn = async (person: Caller) => (await person.call(webPushRoutes.one)).is_on;
const rows = async () => {
  const { rows } = await deps.pool.query<{ text: string }>("select s::text as text from push_subscriptions s");
  return rows;
};
const sendTest = async (person: Caller) => {
  await person.call(webPushRoutes.test);
  await testApp.settle();
};

/** Runs jobs that wait for their next attempt. */
const retry = async () => {
  // A failure is written after the job has ended.
  const locked = "select from graphile_worker._private_jobs where locked_at is not null";
  await expect.poll(async () => (await deps.pool.query(locked)).rowCount).toBe(0);
  await deps.pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 second'");
  await testApp.settle();
};

describe("a device", () => {
  test("gets notifications once it is subscribed, and none after it unsubscribes", async () => {
    expect(await leo.call(webPushRoutes.one)).toEqual({ public_key: deps.push.publicKey, is_on: false });
    expect(await leo.refused(webPushRoutes.test)).toMatchObject({ code: 409, message: PUSH_MESSAGES.notOn });
    await optIn(leo);
    await optIn(leo);
    expect(await isOn(leo)).toBe(true);
    await sendTest(leo);
    expect(browser.messages).toEqual([
      {
        id: null,
        title: "Fieldhouse",
        body: "Notifications work on this device.",
        href: "/setting?tab=notifications",
      },
    ]);
    await leo.call(webPushRoutes.unsubscribe);
    await leo.call(webPushRoutes.unsubscribe);
    expect(await isOn(leo)).toBe(false);
  });

  test("has one subscription, always the latest", async () => {
    await optIn(leo);
    const renewed = service.addBrowser();
    await Promise.all([optIn(leo, renewed), optIn(leo, renewed)]);
    await sendTest(leo);
    expect([browser.messages.length, renewed.messages.length]).toEqual([0, 1]);
  });

  test("can be one of several of a person, each with its own setting", async () => {
    const phone = await leo.onAnotherDevice();
    await optIn(phone);
    expect([await isOn(leo), await isOn(phone)]).toEqual([false, true]);
    await sendTest(phone);
    expect(browser.messages).toHaveLength(1);
  });

  test("can be sent only a limited number of test notifications", async () => {
    await optIn(leo);
    for (let sent = 0; sent < TEST_PUSHES_PER_DAY; sent++) await leo.call(webPushRoutes.test);
    expect(await leo.refused(webPushRoutes.test)).toMatchObject({ code: 429, message: PUSH_MESSAGES.tooManyTests });
  });
});

describe("a subscription is refused", () => {
  test.each([
    "http://push.example.org/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://2130706433/x",
    "https://localhost/x",
    "https://push.example.org:8443/x",
    "https://user:word@push.example.org/x",
    "ftp://push.example.org/x",
    "nothing",
    `https://push.example.org/${"x".repeat(1_000)}`,
  ])("at %s", async (endpoint) => {
    const refused = await leo.refused(webPushRoutes.subscribe, { body: { ...browser.subscription, endpoint } });
    expect(refused).toMatchObject({ code: 422, errors: { endpoint: [PUSH_MESSAGES.badEndpoint] } });
  });

  test("with keys that encrypt nothing", async () => {
    const offCurve = Buffer.alloc(65, 4).toString("base64url");
    for (const body of [{ p256dh: offCurve }, { p256dh: "B" }, { auth: "short" }]) {
      const refused = await leo.refused(webPushRoutes.subscribe, { body: { ...browser.subscription, ...body } });
      expect(refused.errors).toEqual({ [Object.keys(body)[0] ?? ""]: [PUSH_MESSAGES.badKey] });
    }
    expect(await isOn(leo)).toBe(false);
  });
});

describe("a subscription ends", () => {
  const endpointIsKnown = async () => {
    const { hostname } = new URL(service.origin);
    return (await rows()).some(({ text }) => text.includes(hostname));
  };
  beforeEach(() => deps.pool.query("delete from push_subscriptions"));

  test("by signing out, by removing the device, and by signing out all others", async () => {
    const [phone, tablet] = [await leo.onAnotherDevice(), await leo.onAnotherDevice()];
    const [second, third] = [service.addBrowser(), service.addBrowser()];
    await optIn(leo);
    await optIn(phone, second);
    await optIn(tablet, third);
    await phone.call(accountRoutes.logout);
    expect(await rows()).toHaveLength(2);
    await leo.call(signUpRoutes.removeOtherDevices);
    expect(await rows()).toHaveLength(1);
    const other = await leo.onAnotherDevice();
    const [own] = (await leo.call(accountRoutes.devices)).filter((device) => device.is_this_device);
    await other.call(accountRoutes.removeDevice, { params: { id: own?.id as never } });
    expect(await endpointIsKnown()).toBe(false);
  });

  test("when somebody else signs in there, who gets one only by opting in", async () => {
    const ana = await testApp.person(`ana${people}`);
    await optIn(leo);
    // Leo is still signed in elsewhere, but this browser now belongs to somebody else.
    await optIn(ana);
    expect([await isOn(leo), await isOn(ana)]).toEqual([false, true]);
    const login = await testApp.visitor.send("POST", "/api/v1/login", { body: toLogin(ana.name, PASSWORD) });
    const [cookie = ""] = (login.headers.get("set-cookie") ?? "").split(";");
    const token = (JSON.parse(login.text) as { data: { access_token: string } }).data.access_token;
    const headers = { authorization: `Bearer ${token}` };
    await testApp.visitor.send("PUT", "/api/v1/push-subscription", { headers, body: browser.subscription });
    expect(await isOn(ana)).toBe(false);
    await testApp.visitor.send("POST", "/api/v1/login", { headers: { cookie }, body: toLogin(leo.name, PASSWORD) });
    expect(await rows()).toEqual([]);
  });

  test("with the account, and with a session that expires", async () => {
    await optIn(leo);
    await deps.pool.query("update refresh_tokens set expires_at = now()");
    await leo.call(webPushRoutes.test);
    await testApp.settle();
    expect(browser.requests).toEqual([]);
    await purgeSubscriptions(deps.sql);
    expect(await rows()).toEqual([]);
    await optIn(leo);
    await leo.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await leo.call(accountSecurityRoutes.deleteUser);
    expect(await rows()).toEqual([]);
  });

  test.each([404, 410])("when its push service says %d", async (status) => {
    await optIn(leo);
    browser.replies = [{ status }];
    await sendTest(leo);
    expect(await isOn(leo)).toBe(false);
  });

  test("neither by a busy service, which is retried, nor by one that refuses or redirects", async () => {
    await optIn(leo);
    browser.replies = [{ status: 429 }, { status: 503 }];
    await sendTest(leo);
    expect(browser.requests).toHaveLength(1);
    await retry();
    await retry();
    expect([browser.requests.length, browser.messages.length]).toEqual([3, 1]);
    const elsewhere = service.addBrowser();
    browser.replies = [{ status: 307, headers: { location: elsewhere.subscription.endpoint } }, { status: 403 }];
    await sendTest(leo);
    await sendTest(leo);
    expect([browser.requests.length, elsewhere.requests.length, await isOn(leo)]).toEqual([5, 0, true]);
  });
});

test("an endpoint is stored only encrypted, and survives a change of the secret key", async () => {
  await deps.pool.query("delete from push_subscriptions");
  await optIn(leo);
  const path = new URL(browser.subscription.endpoint).pathname.slice(6);
  const secrets = [path, browser.subscription.auth, browser.subscription.p256dh];
  const [row] = await rows();
  for (const secret of secrets) {
    expect(row?.text).not.toContain(secret);
    expect(row?.text).not.toContain(Buffer.from(secret).toString("hex"));
  }
  const [before] = deps.config.secretKeys;
  const key = "another secret of thirty-two characters";
  Object.assign(deps, { secrets: createSecrets([key, before ?? ""]) });
  expect(await rotateAll(deps)).toContainEqual({
    name: "push_subscriptions.encrypted_subscription",
    rewritten: 1,
    lost: 0,
  });
  Object.assign(deps, { secrets: createSecrets([key]) });
  await sendTest(leo);
  expect(browser.messages).toHaveLength(1);
  // Found by its new hash: the same browser on another account.
  const ana = await testApp.person(`ivy${people}`);
  await optIn(ana);
  expect([(await rows()).length, await isOn(leo)]).toEqual([1, false]);
});
