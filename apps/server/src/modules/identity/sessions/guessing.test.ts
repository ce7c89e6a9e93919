import { randomUUID } from "node:crypto";
import { accountRoutes } from "@app/contract/accounts";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import { API_PREFIX } from "@app/contract/paths";
import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { createMailReader } from "#testing/mail-reader.ts";
import { addTwoFactor, newCodeFor, PASSWORD, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp({ TRUST_PROXY: "loopback" });
const mails = createMailReader(testApp);

let networks = 0;
const anotherNetwork = () => `203.${Math.floor(++networks / 250)}.${networks % 250}.7`;

type Attempt = { name: string; password?: string; from?: string; device?: string; code?: string };

/** A stranger who tries to sign in, behind the proxy on this machine. */
async function tryIt({ name, password = "not-it", from = anotherNetwork(), device = randomUUID(), code }: Attempt) {
  const reply = await testApp.visitor.send("POST", API_PREFIX + accountRoutes.login.path, {
    body: { ...toLogin(name, password), device_id: device, ...(code === undefined ? {} : { code }) },
    headers: { "x-forwarded-for": from },
  });
  return { status: reply.status, reply: JSON.parse(reply.text) };
}

const answerOf = ({ reply: { request_id: _, ...rest } }: { reply: Record<string, unknown> }) => rest;

/** As many wrong passwords as an account allows in a day, each from another network. */
async function guessALot(name: string): Promise<void> {
  for (let at = 0; at < 30; at++) expect((await tryIt({ name })).status).toBe(422);
}

describe("failed attempts are counted per account", () => {
  test("its username and its address, in any case, share one count per network", async () => {
    await testApp.person("ana");
    const from = anotherNetwork();
    for (const name of ["ana", "ANA@people.test", "Ana", "ana@people.test", "ANA"])
      expect((await tryIt({ name, from })).status).toBe(422);
    for (const name of ["ana", "ana@people.test"])
      expect((await tryIt({ name, from, password: PASSWORD })).status).toBe(429);
    expect((await tryIt({ name: "ana", password: PASSWORD })).status).toBe(200);
  });

  test("an unknown name is counted as well", async () => {
    const from = anotherNetwork();
    for (let at = 0; at < 5; at++) expect((await tryIt({ name: "nobody.here", from })).status).toBe(422);
    expect((await tryIt({ name: "nobody.here", from })).status).toBe(429);
  });
});

describe("after thirty wrong passwords in a day, from any networks", () => {
  test("the password alone signs in no new device, right or wrong, and the reply does not reveal whether the account exists", async () => {
    await testApp.person("bea");
    await guessALot("bea");
    await guessALot("nobody.at.all");
    const [right, wrong, nobody] = [
      await tryIt({ name: "bea", password: PASSWORD }),
      await tryIt({ name: "bea@people.test" }),
      await tryIt({ name: "nobody.at.all" }),
    ];
    expect(right).toMatchObject({
      status: 403,
      reply: { kind: "sign_in_link_required", message: LOGIN_MESSAGES.linkRequired },
    });
    expect(answerOf(wrong)).toEqual(answerOf(right));
    expect(answerOf(nobody)).toEqual(answerOf(right));
  });

  test("a known device signs in as usual, and has its own count", async () => {
    await testApp.person("cleo");
    const device = randomUUID();
    expect((await tryIt({ name: "cleo", password: PASSWORD, device })).status).toBe(200);
    await guessALot("cleo");
    expect((await tryIt({ name: "cleo", password: PASSWORD, device })).status).toBe(200);
    expect((await tryIt({ name: "cleo", password: PASSWORD })).status).toBe(403);
    for (let at = 0; at < 30; at++) expect((await tryIt({ name: "cleo", device })).status).toBe(422);
    expect((await tryIt({ name: "cleo", password: PASSWORD, device })).status).toBe(403);
  });

  test("a device that its owner removed is no longer a known one", async () => {
    const cora = await testApp.person("cora");
    const device = randomUUID();
    expect((await tryIt({ name: "cora", password: PASSWORD, device })).status).toBe(200);
    await cora.call(signUpRoutes.removeOtherDevices);
    await guessALot("cora");
    expect((await tryIt({ name: "cora", password: PASSWORD, device })).status).toBe(403);
  });

  test("concurrent attempts get no more checks", async () => {
    await testApp.person("dan");
    const attempts = await Promise.all(Array.from({ length: 50 }, () => tryIt({ name: "dan" })));
    const counted = attempts.map(({ status }) => status).toSorted();
    expect(counted).toEqual([...Array(20).fill(403), ...Array(30).fill(422)]);
  });

  test("attempts that were not checked, or were right, do not count", async () => {
    await testApp.person("eva");
    const from = anotherNetwork();
    for (let at = 0; at < 40; at++) await tryIt({ name: "eva", from });
    for (let at = 0; at < 30; at++) expect((await tryIt({ name: "eva", password: PASSWORD })).status).toBe(200);
    expect((await tryIt({ name: "eva", password: PASSWORD })).status).toBe(200);
  });

  test("the limit ends after a day", async () => {
    await testApp.person("fay");
    await guessALot("fay");
    await testApp.deps.pool.query("update login_attempts set tried_at = tried_at - interval '1 day'");
    expect((await tryIt({ name: "fay", password: PASSWORD })).status).toBe(200);
  });
});

async function mailedToken(name: string): Promise<string> {
  await testApp.visitor.call(signUpRoutes.sendSignInLink, { body: { email_or_username: name } });
  const mail = await mails.last(`${name}@people.test`);
  expect(mail.subject).toBe("Your link to sign in to Fieldhouse");
  return mails.tokenOf(mail, "sign-in-link");
}

const byLink = (token: string, device: string, code?: string) =>
  testApp.visitor.send("POST", API_PREFIX + signUpRoutes.signInByLink.path, {
    body: { token, device_id: device, device_name: "", ip_address: null, ...(code === undefined ? {} : { code }) },
  });

describe("a mailed link", () => {
  test("signs in once, and makes its browser a known device", async () => {
    await testApp.person("gus");
    await guessALot("gus");
    const device = randomUUID();
    const token = await mailedToken("gus");
    const reply = await byLink(token, device);
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text).data.users.username).toBe("gus");
    expect(reply.headers.get("set-cookie")).toMatch(/^__Host-fieldhouse_refresh=/);
    expect((await byLink(token, device)).status).toBe(410);
    expect((await tryIt({ name: "gus", password: PASSWORD, device })).status).toBe(200);
    expect((await tryIt({ name: "gus", password: PASSWORD })).status).toBe(403);
  });

  test("gets the same reply with and without an account", async () => {
    await testApp.person("hal");
    await testApp.person("ivy", { isVerified: false });
    const ask = (name: string) =>
      testApp.visitor.send("POST", API_PREFIX + signUpRoutes.sendSignInLink.path, {
        body: { email_or_username: name },
      });
    const texts = [];
    for (const name of ["hal", "ivy", "nobody.either"]) texts.push((await ask(name)).text);
    expect(new Set(texts).size).toBe(1);
    expect((await ask("hal")).status).toBe(429);
    expect(await mails.count("hal@people.test")).toBe(1);
    // Their own link is the one that verifies the address.
    expect(await mails.count("ivy@people.test")).toBe(0);
  });

  test("does not work if it is made up, expired, of another kind, or older than the password", async () => {
    const jo = await testApp.person("jo_");
    expect((await byLink("A".repeat(43), randomUUID())).status).toBe(410);
    const token = await mailedToken("jo_");
    expect(
      (
        await testApp.visitor.refused(signUpRoutes.resetPassword, {
          body: { token, password: "Right-Horse-2", password_confirmation: "Right-Horse-2" },
        })
      ).code,
    ).toBe(410);
    await jo.call(signUpRoutes.changePassword, {
      body: { current_password: PASSWORD, password: "Right-Horse-2", password_confirmation: "Right-Horse-2" },
    });
    const refused = await byLink(token, randomUUID());
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([410, SIGN_UP_MESSAGES.linkUseless]);
    await testApp.person("kim");
    const old = await mailedToken("kim");
    await testApp.deps.pool.query("update account_links set expires_at = now() where purpose = 'sign-in'");
    expect((await byLink(old, randomUUID())).status).toBe(410);
  });

  test("works for only one of two concurrent requests", async () => {
    await testApp.person("lou");
    const token = await mailedToken("lou");
    const replies = await Promise.all([1, 2, 3].map(() => byLink(token, randomUUID())));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
  });

  test("cancels a deletion, as signing in does", async () => {
    const mo = await testApp.person("mo_");
    await testApp.deps.pool.query("update accounts set deletion_due_at = now() + interval '30 days' where id = $1", [
      mo.accountId,
    ]);
    const reply = await byLink(await mailedToken("mo_"), randomUUID());
    expect([reply.status, JSON.parse(reply.text).message]).toEqual([200, LOGIN_MESSAGES.restored]);
  });
});

describe("with a second factor", () => {
  test("the password and a code are enough, and one of them alone reveals nothing", async () => {
    const ned = await testApp.person("ned");
    await addTwoFactor(testApp.deps, ned.accountId);
    await guessALot("ned");
    const answers = [
      await tryIt({ name: "ned", password: PASSWORD }),
      await tryIt({ name: "ned", password: PASSWORD, code: "000000" }),
      await tryIt({ name: "ned", code: await newCodeFor(testApp.deps, ned.accountId) }),
      await tryIt({ name: "nobody.at.all.here", code: "000000" }),
    ];
    const [first, ...others] = answers.slice(0, 3).map(answerOf);
    for (const other of others) expect(other).toEqual(first);
    expect(first).toMatchObject({ code: 403, kind: "sign_in_link_required" });
    const code = await newCodeFor(testApp.deps, ned.accountId);
    expect((await tryIt({ name: "ned", password: PASSWORD, code })).status).toBe(200);
  });

  test("neither is revealed by when the network has to wait", async () => {
    const pia = await testApp.person("pia");
    await testApp.person("quin");
    await addTwoFactor(testApp.deps, pia.accountId);
    for (const name of ["pia", "quin"]) {
      await guessALot(name);
      const from = anotherNetwork();
      const statuses = [];
      // The third password is right.
      for (const password of ["a", "b", PASSWORD, "c", "d", PASSWORD])
        statuses.push((await tryIt({ name, password, from, code: "000000" })).status);
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    }
  });

  test("a mailed link requires a code too, and is not consumed by a wrong one", async () => {
    const ola = await testApp.person("ola");
    await addTwoFactor(testApp.deps, ola.accountId);
    const token = await mailedToken("ola");
    const without = await byLink(token, randomUUID());
    expect([without.status, JSON.parse(without.text).kind]).toEqual([403, "two_factor_required"]);
    expect((await byLink(token, randomUUID(), "000000")).status).toBe(422);
    expect((await byLink(token, randomUUID(), await newCodeFor(testApp.deps, ola.accountId))).status).toBe(200);
  });
});
