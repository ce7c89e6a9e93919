import { GUARDIAN_MESSAGES, GUARDIAN_MINORS_MAX, guardianRoutes } from "@app/contract/guardian";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD } from "#testing/people.ts";
import { signUpAsEarner, type TestRegistrant } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);

const minor = (username: string) => signUpAsEarner(testApp, username, { date_of_birth: birthDateOf(16) });
const birthDateOf = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;

const ask = (person: TestRegistrant, guardian_email: string, guardian_name = "Rosa Vega") =>
  person.send("POST", "/api/v1/guardian/ask", { body: { guardian_email, guardian_name } });

async function faultOf(person: TestRegistrant, email: string): Promise<string | undefined> {
  const reply = await ask(person, email);
  expect(reply.status).toBe(422);
  return JSON.parse(reply.text).errors.guardian_email?.[0];
}

/** Resets the email limit. */
const dayPasses = () => testApp.deps.pool.query("update login_attempts set tried_at = tried_at - interval '25 hours'");

const setEmail = (person: TestRegistrant, email: string) =>
  testApp.deps.pool.query("update accounts set email = $2, email_key = lower($2) where id = $1", [
    person.accountId,
    email,
  ]);

describe("a minor cannot name as their guardian's", () => {
  test("their own mailbox, in any spelling", async () => {
    const ann = await minor("ann.a");
    for (const own of ["ann.a@people.test", "ANN.A@People.Test", "ann.a+mum@people.test"])
      expect(await faultOf(ann, own)).toBe(GUARDIAN_MESSAGES.ownAddress);
    await setEmail(ann, "ann.abel@gmail.com");
    for (const own of ["annabel@gmail.com", "a.n.n.a.b.e.l+mum@googlemail.com"])
      expect(await faultOf(ann, own)).toBe(GUARDIAN_MESSAGES.ownAddress);
    expect(await ann.call(guardianRoutes.state)).toMatchObject({ state: "none", guardian_email: null });
  });

  test("an address that they are changing to", async () => {
    const bea = await testApp.person("bea.a");
    await testApp.deps.pool.query("update accounts set date_of_birth = $2 where id = $1", [
      bea.accountId,
      birthDateOf(15),
    ]);
    await bea.call(signUpRoutes.changeEmail, { body: { email: "second@people.test", password: PASSWORD } });
    const body = { guardian_email: "second+x@people.test", guardian_name: "Rosa" };
    expect((await bea.refused(guardianRoutes.ask, { body })).errors.guardian_email).toEqual([
      GUARDIAN_MESSAGES.ownAddress,
    ]);
  });

  test("the address of an account under 18 or its alias, but may name an adult's", async () => {
    const cat = await minor("cat.a");
    await minor("cat.friend");
    for (const address of ["cat.friend@people.test", "cat.friend+mum@people.test"])
      expect(await faultOf(cat, address)).toBe(GUARDIAN_MESSAGES.otherAddress);
    await signUpAsEarner(testApp, "cat.mum", { date_of_birth: birthDateOf(40) });
    expect((await ask(cat, "cat.mum@people.test")).status).toBe(200);
  });

  test(`an address that ${GUARDIAN_MINORS_MAX} others under 18 name, in any spelling`, async () => {
    const others = await Promise.all(Array.from({ length: GUARDIAN_MINORS_MAX }, (_, at) => minor(`dan.${at}`)));
    for (const [at, other] of others.entries()) {
      expect((await ask(other, `coach+${at}@people.test`)).status).toBe(200);
      await dayPasses();
    }
    const dora = await minor("dora.a");
    expect(await faultOf(dora, "Coach@people.test")).toBe(GUARDIAN_MESSAGES.manyMinors);
    // A guardian may be asked again.
    expect((await ask(others[0] ?? dora, "coach@people.test")).status).toBe(200);
    await dayPasses();
    // Expired and declined requests do not count.
    await testApp.deps.pool.query(
      "update guardian_consents set expires_at = now() - interval '1 day' where account_id = $1",
      [others[1]?.accountId],
    );
    expect((await ask(dora, "coach@people.test")).status).toBe(200);
  });

  test("and only one of several concurrent requests for the last place succeeds", async () => {
    const all = await Promise.all(Array.from({ length: GUARDIAN_MINORS_MAX + 3 }, (_, at) => minor(`eli.${at}`)));
    for (const [at, person] of all.slice(0, GUARDIAN_MINORS_MAX - 1).entries()) {
      expect((await ask(person, `club+${at}@people.test`)).status).toBe(200);
      await dayPasses();
    }
    const last = all.slice(GUARDIAN_MINORS_MAX - 1);
    const replies = await Promise.all(last.map((person, at) => ask(person, `club+last${at}@people.test`)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });

  test("and is stopped when probing which addresses belong to minors", async () => {
    const fay = await minor("fay.a");
    await minor("fay.friend");
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt++) statuses.push((await ask(fay, "fay.friend@people.test")).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 422));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});

test("gets one email a minute into one mailbox, in any spelling", async () => {
  const [gus, gia] = [await minor("gus.a"), await minor("gia.a")];
  expect((await ask(gus, "flooded+1@people.test")).status).toBe(200);
  expect((await ask(gia, "flooded+2@people.test")).status).toBe(429);
  expect(await mails.count("flooded+2@people.test")).toBe(0);
});

describe("a guardian's name", () => {
  test.each([
    "Rosa Vega",
    "Mary-Jane O'Neill",
    "D’Angelo",
    "Ólafur Þórðarson",
    "Nguyễn Thị Minh",
    "李小龍",
    "प्रिया शर्मा",
    "عائشة",
  ])("can be %s", async (name) => {
    const person = await minor(`hal.${Buffer.from(name).toString("hex").slice(0, 20)}`);
    expect((await ask(person, `${person.username}.mum@people.test`, name)).status).toBe(200);
  });

  test.each(["Rosa\nVega", "Rosa\u202e Vega"])("loses line breaks and direction marks: %j", async (name) => {
    const person = await minor(`hob.${Buffer.from(name).toString("hex")}`);
    const address = `${person.username}.mum@people.test`;
    expect((await ask(person, address, name)).status).toBe(200);
    expect((await mails.last(address)).text).toContain("Rosa Vega");
  });

  test.each(["Rosa www.evil.test", "Rosa https://evil", "Rosa <b>", "R0sa", "Rosa, you have won", "--'", "Rosa 💰"])(
    "cannot be %j",
    async (name) => {
      const person = await minor(`ida.${Buffer.from(name).toString("hex").slice(0, 20)}`);
      const reply = await ask(person, "mum@people.test", name);
      expect([reply.status, JSON.parse(reply.text).errors.guardian_name?.[0]]).toEqual([
        422,
        "Guardian name can contain only letters, spaces, hyphens, apostrophes, and periods at the end of a word",
      ]);
    },
  );
});
