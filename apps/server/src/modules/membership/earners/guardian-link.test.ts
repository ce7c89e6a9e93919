import { earnerRoutes } from "@app/contract/earners";
import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { changePlanPrice } from "#modules/membership/billing/plans.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { TEST_CARD, toCardForm } from "#testing/billing.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { consentAsGuardian, createMinors, STATEMENT, withdrawConsent } from "#testing/guardian.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const minor = createMinors(testApp);
const { pool } = testApp.deps;

const read = (token: string) => testApp.visitor.call(guardianRoutes.request, { params: { token } });
const decline = (token: string) => testApp.visitor.call(guardianRoutes.decline, { body: { token } });

/** The body of a consent, with a card check for this link. */
async function toConsent(token: string) {
  const { consent_text } = await read(token);
  const { id } = await testApp.visitor.call(guardianRoutes.beginCardCheck, { body: { token } });
  return {
    token,
    ...STATEMENT,
    consent_text,
    setup_intent_id: id,
    card: { ...toCardForm(TEST_CARD), name: `Guardian ${token}` },
  };
}

const consentRow = async (accountId: string) =>
  (await pool.query("select * from guardian_consents where account_id = $1 order by id desc limit 1", [accountId]))
    .rows[0];

describe("a guardian's link", () => {
  test("accepts a refusal, and a consent after it while the page still offers one", async () => {
    const { person, linked, isFree } = await minor("oli.g");
    const token = await linked();
    expect(await decline(token)).toMatchObject({ state: "declined", can: { consent: true, decline: false } });
    expect(await decline(token)).toMatchObject({ state: "declined" });
    expect(await person.call(guardianRoutes.state)).toMatchObject({ state: "declined", is_late: false });
    await consentAsGuardian(testApp.visitor, token);
    expect(await isFree()).toBe(true);
    await withdrawConsent(testApp.visitor, token);
    await consentAsGuardian(testApp.visitor, token);
    expect(await isFree()).toBe(true);

    await decline(token);
    const consent = await toConsent(token);
    await pool.query("update guardian_consents set expires_at = now() - interval '1 minute' where account_id = $1", [
      person.accountId,
    ]);
    expect(await read(token)).toMatchObject({ state: "withdrawn", can: { consent: false } });
    expect(await person.call(guardianRoutes.state)).toMatchObject({ state: "withdrawn", is_late: true });
    for (const refusal of [
      await testApp.visitor.refused(guardianRoutes.beginCardCheck, { body: { token } }),
      await testApp.visitor.refused(guardianRoutes.consent, { body: consent }),
    ])
      expect(refusal).toMatchObject({ code: 409, message: GUARDIAN_MESSAGES.tooLate });
  });

  test("is not replaced by a request that meets the consent", async () => {
    const { person, guardian, linked, isFree } = await minor("tab.g");
    const token = await linked();
    const body = await toConsent(token);
    await pool.query("delete from login_attempts");
    const { consent, request } = await inTransaction(testApp.deps.sql, async (tx) => {
      await sql`lock table guardian_consents in share row exclusive mode`.execute(tx);
      const consent = testApp.visitor.call(guardianRoutes.consent, { body });
      await expect.poll(() => countWaiting(pool)).toBe(1);
      const again = { guardian_email: guardian, guardian_name: "Rosa" };
      const request = person.refused(guardianRoutes.ask, { body: again });
      await expect.poll(() => countWaiting(pool)).toBe(2);
      return { consent, request };
    });
    expect(await request).toMatchObject({ code: 409, message: GUARDIAN_MESSAGES.notNeeded });
    expect((await consent).request.state).toBe("accepted");
    expect(await isFree()).toBe(true);
  });

  test("expires after 14 days without an answer, but can always withdraw", async () => {
    const [ray, rex] = [await minor("ray.g"), await minor("rex.g")];
    const [open, given] = [await ray.linked(), await rex.linked()];
    await consentAsGuardian(testApp.visitor, given);
    const consent = await toConsent(open);
    await pool.query("update guardian_consents set expires_at = now() - interval '1 minute'");
    expect((await testApp.visitor.refused(guardianRoutes.request, { params: { token: open } })).code).toBe(410);
    expect((await testApp.visitor.refused(guardianRoutes.consent, { body: consent })).code).toBe(410);
    expect((await testApp.visitor.refused(guardianRoutes.decline, { body: { token: open } })).code).toBe(410);
    expect(await ray.person.call(guardianRoutes.state)).toMatchObject({ state: "none" });
    expect(await read(given)).toMatchObject({ state: "accepted" });
    expect(await decline(given)).toMatchObject({ state: "withdrawn" });
  });

  test("takes no answer once the person is of age", async () => {
    const { person, linked } = await minor("pia.g");
    const token = await linked();
    const consent = await toConsent(token);
    await pool.query("update accounts set date_of_birth = '2000-01-01' where id = $1", [person.accountId]);
    const can = { consent: false, decline: false, withdraw: false };
    expect(await read(token)).toMatchObject({ state: "asked", is_of_age: true, can });
    for (const refusal of [
      await testApp.visitor.refused(guardianRoutes.beginCardCheck, { body: { token } }),
      await testApp.visitor.refused(guardianRoutes.consent, { body: consent }),
    ])
      expect(refusal).toMatchObject({ code: 409, message: GUARDIAN_MESSAGES.ofAge });
  });

  test("stops working when another email is sent, and never works if it was not sent", async () => {
    const { person, guardian, asks, linked } = await minor("sam.g");
    const first = await linked();
    const consent = await toConsent(first);
    const body = { guardian_email: guardian, guardian_name: "Rosa" };
    const early = await person.send("POST", "/api/v1/guardian/ask", { body });
    expect([early.status, Number(early.headers.get("retry-after")) > 0]).toEqual([429, true]);
    await pool.query("update login_attempts set tried_at = tried_at - interval '2 minutes'");
    await asks();
    for (const token of [first, "A".repeat(43)]) {
      const codes = [
        (await testApp.visitor.refused(guardianRoutes.request, { params: { token } })).code,
        (await testApp.visitor.refused(guardianRoutes.beginCardCheck, { body: { token } })).code,
        (await testApp.visitor.refused(guardianRoutes.consent, { body: { ...consent, token } })).code,
        (await testApp.visitor.refused(guardianRoutes.decline, { body: { token } })).code,
      ];
      expect(codes).toEqual([410, 410, 410, 410]);
    }
  });

  test("consents once, also for concurrent and repeated requests", async () => {
    const { person, linked } = await minor("tia.g");
    const token = await linked();
    const body = await toConsent(token);
    const send = () => testApp.visitor.send("POST", "/api/v1/guardian/consent", { body });
    expect((await Promise.all([send(), send(), send()])).map((reply) => reply.status)).toEqual([200, 200, 200]);
    const first = await consentRow(person.accountId);
    expect((await send()).status).toBe(200);
    expect(await consentRow(person.accountId)).toEqual(first);
    expect((await testApp.visitor.refused(guardianRoutes.beginCardCheck, { body: { token } })).code).toBe(409);
  });

  test("keeps the later of a concurrent consent and refusal, never both", async () => {
    const { person, linked } = await minor("uma.g");
    const token = await linked();
    const body = await toConsent(token);
    await Promise.all([
      testApp.visitor.send("POST", "/api/v1/guardian/consent", { body }),
      testApp.visitor.send("POST", "/api/v1/guardian/decline", { body: { token } }),
    ]);
    const { state } = await person.call(guardianRoutes.state);
    expect(["accepted", "withdrawn"]).toContain(state);
  });

  test("asks again if the price has changed", async () => {
    const { person, linked } = await minor("vic.g");
    await person.refused(earnerRoutes.team, { body: toTeam("vic.g", testApp.categoryId) });
    const token = await linked();
    const body = await toConsent(token);
    await changePlanPrice(testApp.deps, "Team", 4999);
    expect(await testApp.visitor.refused(guardianRoutes.consent, { body })).toMatchObject({
      code: 409,
      message: GUARDIAN_MESSAGES.changed,
    });
    await changePlanPrice(testApp.deps, "Team", 2999);
    await testApp.visitor.call(guardianRoutes.consent, { body });
  });

  test.each([
    ["guardian_name", undefined, "Your name is a required field"],
    [
      "guardian_name",
      "R2D2",
      "Your name can contain only letters, spaces, hyphens, apostrophes, and periods at the end of a word",
    ],
    ["relation", undefined, "Your relationship is a required field"],
    ["relation", "Coach", "Your relationship is a required field"],
    ["consent_text", undefined, "Consent text is a required field"],
  ])("is refused with %s %j", async (field, value, message) => {
    const body = { token: "A".repeat(43), ...STATEMENT, consent_text: "", setup_intent_id: "seti_a", [field]: value };
    const reply = await testApp.visitor.send("POST", "/api/v1/guardian/consent", { body });
    expect([reply.status, JSON.parse(reply.text).errors]).toEqual([422, { [field]: [message] }]);
  });
});
