import { guardianRoutes } from "@app/contract/guardian";
import { type PersonGuardian, peopleRoutes } from "@app/contract/people";
import { expect, test } from "vitest";
import { consentAsGuardian, createMinors, withdrawConsent } from "#testing/guardian.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const minor = createMinors(testApp);
const ada = await testApp.person("ada", { staffRole: "admin" });
const mod = await testApp.person("mod", { staffRole: "moderator" });

type Person = Awaited<ReturnType<typeof minor>>["person"];

const guardianOf = async ({ accountId }: Person): Promise<PersonGuardian | null> =>
  (await ada.call(peopleRoutes.one, { params: { id: accountId } })).guardian;

const expire = ({ accountId }: Person) =>
  pool.query("update guardian_consents set expires_at = '2026-01-02T03:04:05Z' where account_id = $1", [accountId]);

const NOW = { since: expect.any(String), email: "mum.of.kit@people.test" };

test("admins see whom a minor asked for consent, the answer and its date; moderators never do", async () => {
  const { person, linked } = await minor("kit");
  expect(await guardianOf(person)).toBeNull();
  const token = await linked();
  expect(await guardianOf(person)).toEqual({ ...NOW, name: "Rosa", relation: null, state: "asked" });
  await testApp.visitor.call(guardianRoutes.decline, { body: { token } });
  expect(await guardianOf(person)).toEqual({ ...NOW, name: "Rosa", relation: null, state: "declined" });
  await consentAsGuardian(testApp.visitor, token);
  const stated = { ...NOW, name: "Rosa Vega", relation: "Mother" };
  const given = await guardianOf(person);
  expect(given).toEqual({ ...stated, state: "accepted" });
  await withdrawConsent(testApp.visitor, token);
  const withdrawn = await guardianOf(person);
  expect(withdrawn).toEqual({ ...stated, state: "withdrawn" });
  expect(Date.parse(withdrawn?.since ?? "")).toBeGreaterThan(Date.parse(given?.since ?? ""));

  const reply = await mod.send("GET", `/api/v1/admin/people/${person.accountId}`);
  expect([reply.status, JSON.parse(reply.text).data.guardian]).toEqual([200, null]);
  for (const secret of ["Rosa", "mum.of.kit", "card_fingerprint"]) expect(reply.text).not.toContain(secret);
  expect((await person.send("GET", `/api/v1/admin/people/${person.accountId}`)).status).not.toBe(200);
});

test("a request without an answer has expired since the link's last day, and an answer stays what it is", async () => {
  const [lou, max] = [await minor("lou"), await minor("max")];
  await lou.linked();
  await expire(lou.person);
  expect(await guardianOf(lou.person)).toMatchObject({ state: "expired", since: "2026-01-02T03:04:05.000Z" });
  await testApp.visitor.call(guardianRoutes.decline, { body: { token: await max.linked() } });
  await expire(max.person);
  expect(await guardianOf(max.person)).toMatchObject({ state: "declined" });
});

test("of several requests, the newest is shown", async () => {
  const { person, linked } = await minor("ned");
  await testApp.visitor.call(guardianRoutes.decline, { body: { token: await linked() } });
  await pool.query("update login_attempts set tried_at = tried_at - interval '2 minutes'");
  await person.call(guardianRoutes.ask, { body: { guardian_email: "dad@people.test", guardian_name: "Ravi" } });
  expect(await guardianOf(person)).toMatchObject({ name: "Ravi", email: "dad@people.test", state: "asked" });
});
