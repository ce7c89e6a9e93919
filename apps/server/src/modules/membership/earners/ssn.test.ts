import { Writable } from "node:stream";
import { earnerRoutes } from "@app/contract/earners";
import { profileRoutes } from "@app/contract/profile";
import { signUpRoutes } from "@app/contract/sign-up";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { SSN, toBasics, toSport, toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { toForm, toTexts } from "#testing/pictures.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { categoryId } = testApp;

/** Every row of every table, with bytes as hex and as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await testApp.deps.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await testApp.deps.pool.query(`select * from ${name}`);
    parts.push(JSON.stringify(rows, (_, value) => (value?.type === "Buffer" ? toTextAndHex(value.data) : value)));
  }
  return parts.join("\n");
}

function toTextAndHex(bytes: number[]): string {
  const buffer = Buffer.from(bytes);
  return `${buffer.toString("hex")} ${buffer.toString("latin1")} ${buffer.toString("base64")}`;
}

const FORMS = [SSN, Buffer.from(SSN).toString("hex"), Buffer.from(SSN).toString("base64").replace(/=+$/, "")];

function expectNoSsn(text: string): void {
  for (const form of FORMS) expect(text).not.toContain(form);
}

describe("the SSN", () => {
  test("never appears in a table, a log line or a reply, from the first form to the finished profile", async () => {
    const written: string[] = [];
    const sink = new Writable({
      write(chunk, _, done) {
        written.push(String(chunk));
        done();
      },
    });
    Object.assign(testApp.deps, { log: pino({ level: "trace" }, sink) });
    await testApp.restart();
    const answers: string[] = [];
    const send = async (who: Pick<typeof testApp.visitor, "send">, path: string, more: object = {}) => {
      const reply = await who.send(path === "/earner-registration" ? "GET" : "POST", `/api/v1${path}`, more);
      answers.push(reply.text);
      return reply.status;
    };

    const ola = await signUpAsEarner(testApp, "ola.s");
    // In a form with an error in another field, with an invalid SSN, and in the wrong field.
    await send(ola, "/individual/step-1", { body: { ...toBasics("ola.s"), zipcode: "1" } });
    await send(ola, "/individual/step-1", { body: { ...toBasics("ola.s"), ssn: `${SSN}0` } });
    await send(ola, "/individual/step-1", { body: `{"ssn":"${SSN}`, headers: { "content-type": "application/json" } });
    await send(ola, "/team", toForm({ ...toTexts(toTeam("ola.s", categoryId)), step: "9" }));
    await send(ola, "/earner-registration/draft", { body: { plan: null, form: null, texts: { ssn: SSN } } });
    expect(await send(ola, "/individual/step-1", toForm(toTexts(toBasics("ola.s"))))).toBe(200);
    expect(await send(ola, "/individual/step-2", { body: toSport(categoryId) })).toBe(402);
    const dumped = await dump();
    expect(dumped).toContain("ola.s@people.test");
    expectNoSsn(dumped);
    await send(ola, "/earner-registration");
    await payPlan(testApp, ola.accountId, "Individual");
    expect(await send(ola, "/complete-earner-registration")).toBe(200);
    expectNoSsn(await dump());
    expectNoSsn(answers.join("\n"));

    const mails = createMailReader(testApp);
    expectNoSsn(JSON.stringify(await mails.all(ola.email)));
    expect(written.join("\n")).toContain("earners.individualBasics");
    expectNoSsn(written.join("\n"));
    expect(Object.keys(signUpRoutes.register.body.shape)).not.toContain("ssn");
  });

  test("is encrypted for its person, and decrypts to what was entered", async () => {
    const pia = await testApp.person("pia.s");
    await payPlan(testApp, pia.accountId, "Team");
    await pia.call(earnerRoutes.team, { body: toTeam("pia.s", categoryId) });
    const row = await testApp.deps.sql
      .selectFrom("earner_profiles")
      .select(["encrypted_ssn", "ssn_last4"])
      .where("account_id", "=", pia.accountId)
      .executeTakeFirstOrThrow();
    const encrypted = row.encrypted_ssn ?? Buffer.alloc(0);
    expect(testApp.deps.secrets.decrypt(`ssn ${pia.accountId}`, encrypted)).toBe(SSN);
    expect(() => testApp.deps.secrets.decrypt("ssn of somebody else", encrypted)).toThrow();
  });

  test("can be replaced, and shows only its last digits", async () => {
    const quo = await testApp.person("quo.s");
    await payPlan(testApp, quo.accountId, "Team");
    await quo.call(earnerRoutes.team, { body: toTeam("quo.s", categoryId) });
    await quo.call(profileRoutes.update, { body: { ssn: "111223333" } });
    expect((await quo.call(profileRoutes.one)).earner?.ssn_last4).toBe("3333");
  });

  test("is accepted from two accounts, and reported to staff", async () => {
    const people = [await testApp.person("rob.s"), await testApp.person("sal.s")];
    for (const person of people) {
      await payPlan(testApp, person.accountId, "Team");
      await person.call(earnerRoutes.team, { body: { ...toTeam(person.name, categoryId), ssn: "555667777" } });
    }
    const { rows } = await testApp.deps.pool.query(
      "select account_id, other_account_id, reviewed_at from ssn_duplicates where account_id = $1",
      [people[1]?.accountId],
    );
    expect(rows).toEqual([
      { account_id: people[1]?.accountId, other_account_id: people[0]?.accountId, reviewed_at: null },
    ]);
  });
});
