import { randomUUID } from "node:crypto";
import { accountRoutes } from "@app/contract/accounts";
import { earningRoutes } from "@app/contract/earnings";
import { accountId } from "@app/contract/ids";
import { referralRoutes } from "@app/contract/referrals";
import { verificationRoutes } from "@app/contract/verification";
import { describe, expect, test } from "vitest";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, type TestPerson, toDevice, toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { CREDITS_PER_DAY, isSimilarAddress, reviewAgain } from "./fraud-signals.service.ts";
import { isDisposableEmail } from "./referrals.policy.ts";
import { clearReview, creditReferral, makeDueReferralsAvailable } from "./referrals.service.ts";
import { openJoiners } from "./testing/joiners.ts";

const testApp = await createTestApp({ TRUST_PROXY: "loopback" });
const { joins, signsUp, verifies } = openJoiners(testApp);
const mails = createMailReader(testApp);
const { pool } = testApp.deps;

async function earner(name: string): Promise<TestPerson & { code: string }> {
  const person = await testApp.person(name, { plan: "Individual" });
  return { ...person, code: (await person.call(referralRoutes.link)).code };
}

async function signalsOf(name: string): Promise<{ stage: string; review: string | null; signals: string[] }> {
  const { rows } = await pool.query(
    "select stage, review, signals from referrals join accounts on id = referred_id where username = $1",
    [name],
  );
  return rows[0];
}

async function signInFrom(
  person: TestPerson,
  from: { device: ReturnType<typeof randomUUID>; address: string },
): Promise<void> {
  const body = toLogin(person.name, PASSWORD, from.device);
  const headers = { "x-forwarded-for": from.address };
  const reply = await testApp.visitor.send("POST", `/api/v1${accountRoutes.login.path}`, { body, headers });
  expect(reply.status).toBe(200);
}

test("a person on their own device has no fraud signals", async () => {
  const amy = await earner("amy");
  await joins("ben", amy.code, { address: "203.0.113.7" });
  expect(await signalsOf("ben")).toEqual({ stage: "pending", review: null, signals: [] });
});

async function claims(name: string): Promise<void> {
  const token = mails.tokenOf(await mails.last(`${name}@people.test`), "email-verification");
  const password = "Right-Horse-2";
  await testApp.visitor.call(verificationRoutes.claimSignUp, {
    body: { token, date_of_birth: "1999-04-01", ...toDevice(), password, password_confirmation: password },
  });
}

test("a claimed sign-up still counts for its link, which was deactivated meanwhile, and for the day it began", async () => {
  const zelda = await earner("zelda");
  const { code } = await zelda.call(referralRoutes.addLink, { body: { label: "Camp" } });
  await signsUp("koa", { code });
  const ofKoa = `select joined_at, code from referrals join accounts on id = referred_id where username = 'koa'`;
  const { rows: before } = await pool.query(ofKoa);
  await zelda.call(referralRoutes.withdrawLink, { params: { code } });
  await claims("koa");
  expect(await signalsOf("koa")).toEqual({ stage: "pending", review: "open", signals: ["claimed"] });
  expect((await pool.query(ofKoa)).rows).toEqual(before);
});

test("a claimed sign-up is reviewed: somebody else may have begun it", async () => {
  const rae = await earner("rae");
  await signsUp("fin", { code: rae.code });
  await claims("fin");
  expect(await signalsOf("fin")).toEqual({ stage: "pending", review: "open", signals: ["claimed"] });
});

test("the earner's device, network and phone number are reviewed, and the reward waits", async () => {
  const cal = await earner("cal");
  const device = randomUUID();
  await signInFrom(cal, { device, address: "198.51.100.20" });
  await pool.query("update accounts set phone = '+15550100200' where id = $1", [cal.accountId]);
  await joins("dan", cal.code, { device, address: "198.51.100.99" }, { phone: "5550100200" });
  expect(await signalsOf("dan")).toEqual({
    stage: "pending",
    review: "open",
    signals: ["same-device", "same-address", "same-phone"],
  });
  // Not refused: the earner sees the reward, and that it is under review.
  expect(await cal.call(earningRoutes.summary)).toMatchObject({ pending_cents: 1000, next_available_on: null });
  const { referrals } = await cal.call(referralRoutes.details);
  // What the review found is about other people, and stays with staff.
  expect(referrals[0]?.reason).toBe("We are taking a closer look at this referral.");

  await pool.query("update referrals set available_at = now() - interval '1 minute'");
  await makeDueReferralsAvailable(testApp.deps);
  expect((await signalsOf("dan")).stage).toBe("pending");
  const { rows } = await pool.query("select id from accounts where username = 'dan'");
  await clearReview(testApp.deps.sql, rows[0].id);
  await expect(clearReview(testApp.deps.sql, rows[0].id)).rejects.toMatchObject({ kind: "conflict" });
  await makeDueReferralsAvailable(testApp.deps);
  expect(await cal.call(earningRoutes.summary)).toMatchObject({ pending_cents: 0, available_cents: 1000 });
});

test("two referrals on one device are reviewed, and a fourth from one network", async () => {
  const eva = await earner("eva");
  const device = randomUUID();
  await joins("fox1", eva.code, { device, address: "192.0.2.1" });
  await joins("fox2", eva.code, { device, address: "192.0.2.2" });
  await joins("fox3", eva.code, { address: "192.0.2.3" });
  await joins("fox4", eva.code, { address: "192.0.2.4" });
  const signals = await Promise.all(["fox1", "fox2", "fox3", "fox4"].map(signalsOf));
  expect(signals.map((one) => one.signals)).toEqual([[], ["same-device"], [], ["same-address"]]);
});

test("a disposable email address is reviewed", async () => {
  const gil = await earner("gil");
  await joins("hana", gil.code, {}, { email: "hana@mailinator.com" });
  expect((await signalsOf("hana")).signals).toEqual(["disposable-mail"]);
});

const hasEmail = (person: TestPerson, email: string) =>
  pool.query("update accounts set email = $2, email_key = lower($2) where id = $1", [person.accountId, email]);

describe("an earner's own aliases", () => {
  test.each([
    ["a plus tag", "veronica@people.test", "veronica+2@people.test"],
    ["dots at Gmail", "wen.da.lee@gmail.com", "wendalee@googlemail.com"],
    ["another domain of the same mailbox", "xeniah@me.com", "xeniah@icloud.com"],
  ])("%s: the reward is credited and waits for staff", async (what, own, alias) => {
    const name = what.replaceAll(/[^a-z]/gi, "").slice(0, 12);
    const owner = await earner(name);
    await hasEmail(owner, own);
    await joins(`${name}.2`, owner.code, {}, { email: alias });
    expect(await signalsOf(`${name}.2`)).toEqual({
      stage: "pending",
      review: "open",
      signals: ["same-mailbox", "similar-address"],
    });
    expect(await owner.call(earningRoutes.summary)).toMatchObject({ pending_cents: 1000 });
  });

  test("the same name at another provider, or with other digits, is reviewed; a short one is not", async () => {
    const owner = await earner("ykelly");
    await hasEmail(owner, "yara.kelly@people.test");
    await joins("ykelly2", owner.code, {}, { email: "yarakelly77@elsewhere.test" });
    await hasEmail(owner, "yara@people.test");
    await joins("ykelly3", owner.code, {}, { email: "yara2@elsewhere.test" });
    const found = await Promise.all(["ykelly2", "ykelly3"].map(signalsOf));
    expect(found.map((one) => one.signals)).toEqual([["similar-address"], []]);
  });

  test("the second referral with one mailbox is reviewed, the first is not", async () => {
    const owner = await earner("zoltan");
    await joins("zoltan.a", owner.code, {}, { email: "somebody@people.test" });
    await joins("zoltan.b", owner.code, {}, { email: "somebody+b@people.test" });
    const found = await Promise.all(["zoltan.a", "zoltan.b"].map(signalsOf));
    expect(found.map((one) => one.signals)).toEqual([[], ["same-mailbox"]]);
  });

  test("are detected when the person joins, and stay when the address is corrected before it is verified", async () => {
    const owner = await earner("abner");
    await signsUp("abner.2", { code: owner.code, email: "abner+2@people.test" });
    expect(await signalsOf("abner.2")).toEqual({
      stage: "joined",
      review: null,
      signals: ["same-mailbox", "similar-address"],
    });
    await pool.query("update account_links set email = 'clean@people.test' where email = 'abner+2@people.test'");
    await pool.query(
      "update accounts set email = 'clean@people.test', email_key = 'clean@people.test' where username = 'abner.2'",
    );
    await verifies("abner.2", {}, "abner+2@people.test");
    expect(await signalsOf("abner.2")).toMatchObject({ review: "open", signals: ["same-mailbox", "similar-address"] });
  });
});

test.each([
  ["maya.lee@a.test", "mayalee77@b.test", true],
  ["maya_lee-x@a.test", "mayaleex@a.test", true],
  ["mayalee@a.test", "mayalea@a.test", false],
  ["maya@a.test", "maya@b.test", false],
  ["12345@a.test", "67890@a.test", false],
])("%s and %s are similar: %s", (one, other, is) => {
  expect(isSimilarAddress(one, other)).toBe(is);
});

test("a device with many accounts is reviewed, whoever referred them", async () => {
  const device = randomUUID();
  const owners = await Promise.all(["dev1", "dev2", "dev3", "dev4"].map(earner));
  for (const [at, owner] of owners.entries()) await joins(`devp${at}`, owner.code, { device });
  const found = await Promise.all(owners.map((_, at) => signalsOf(`devp${at}`)));
  expect(found.map((one) => one.signals)).toEqual([[], [], [], ["many-on-device"]]);
});

test.each([
  ["a@mailinator.com", true],
  ["a@x.YOPMAIL.com", true],
  ["mailinator.com@people.test", false],
  ["a@notmailinator.com", false],
  ["a@com", false],
])("%s is disposable: %s", (email, is) => {
  expect(isDisposableEmail(email)).toBe(is);
});

test("the earner's SSN and card are reviewed", async () => {
  const ivo = await earner("ivo");
  const { rows } = await pool.query(
    `insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
     values ($1, 'General User', 'jan', 'jan', 'jan@people.test', 'jan@people.test', '') returning id`,
    [newId(accountId)],
  );
  const janId = rows[0].id;
  for (const [id, plan] of [
    [ivo.accountId, "Individual"],
    [janId, "Individual"],
  ]) {
    await pool.query(
      `insert into earner_profiles (account_id, plan, first_name, last_name, encrypted_ssn, ssn_hash, ssn_last4, street, city, state, zipcode)
       values ($1, $2, 'A', 'B', 'x', 'same', '1234', 's', 'c', 'NY', '10001')`,
      [id, plan],
    );
    await pool.query(
      `insert into payment_methods (id, account_id, provider, provider_id, brand, last4, exp_month, exp_year, fingerprint)
       values ($1, $2, 'sandbox', $3, 'visa', '4242', 1, 2040, 'same')`,
      [randomUUID(), id, randomUUID()],
    );
  }
  await pool.query("insert into referrals (referred_id, earner_id, code) values ($1, $2, $3)", [
    janId,
    ivo.accountId,
    ivo.code,
  ]);
  await inTransaction(testApp.deps.sql, (tx) => creditReferral(testApp.deps, tx, janId, "verified"));
  expect((await signalsOf("jan")).signals).toEqual(["same-ssn", "same-card"]);
});

test("the 26th credit of a day is reviewed, and the 25th is not", async () => {
  const kai = await earner("kai");
  await pool.query(
    `with made as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'General User', 'lea' || n, 'lea' || n, n || '@lea.test', n || '@lea.test', ''
       from generate_series(1, $1) n returning id)
     insert into referrals (referred_id, earner_id, code) select id, $2, $3 from made`,
    [CREDITS_PER_DAY + 1, kai.accountId, kai.code],
  );
  const { rows } = await pool.query<{ referred_id: string }>("select referred_id from referrals where earner_id = $1", [
    kai.accountId,
  ]);
  for (const row of rows)
    await inTransaction(testApp.deps.sql, (tx) => creditReferral(testApp.deps, tx, row.referred_id, "verified"));
  // Looking again later does not count a person's own credit.
  for (const row of rows) await inTransaction(testApp.deps.sql, (tx) => reviewAgain(tx, row.referred_id));
  const { rows: looked } = await pool.query(
    "select signals, count(*) from referrals where earner_id = $1 group by 1 order by 2 desc",
    [kai.accountId],
  );
  expect(looked).toEqual([
    { signals: [], count: CREDITS_PER_DAY },
    { signals: ["many-a-day"], count: 1 },
  ]);
  expect(await kai.call(earningRoutes.summary)).toMatchObject({ pending_cents: 26_000 });
});
