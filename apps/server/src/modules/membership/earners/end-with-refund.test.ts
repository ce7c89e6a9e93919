import { billingRoutes } from "@app/contract/billing";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import { describe, expect, test } from "vitest";
import { changeReferralTrigger } from "#modules/earnings/referrals/referrals.service.ts";
import { deleteForOperator } from "#modules/identity/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { createCaller } from "#testing/caller.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { endWithRefundByStaff } from "./end-with-refund.service.ts";

const worlds = [
  ["the sandbox", await createSandboxWorld()],
  ["Stripe", await createStripeWorld()],
] as const;

describe.each(worlds)("ending a registration after the payment, with %s", (_, world) => {
  const { testApp } = world;
  const { payments, pool } = testApp.deps;
  const mails = createMailReader(testApp);
  type Registrant = Awaited<ReturnType<typeof signUpAsEarner>>;

  async function entersTeam(username: string): Promise<Registrant> {
    const person = await signUpAsEarner(testApp, username);
    await person.refused(earnerRoutes.team, { body: toTeam(username, testApp.categoryId) });
    return person;
  }

  async function pays(username: string): Promise<Registrant> {
    const person = await entersTeam(username);
    const body = toOrder("Team", await world.addCard(person));
    await person.call(billingRoutes.createSubscription, { body });
    return person;
  }

  async function startChallenge(username: string) {
    const person = await entersTeam(username);
    return { person, question: await world.orderWithChallenge(person, "Team") };
  }

  /** What is left of an account here and at the provider, after all jobs ran. */
  async function leftOf({ accountId }: { accountId: string }) {
    await world.deliverEvents();
    await testApp.settle();
    const { rows } = await pool.query<{ provider_id: string; status: string }>(
      "select provider_id, status from subscriptions where account_id = $1",
      [accountId],
    );
    const { rows: money } = await pool.query<{ paid: number; refunded: number }>(
      `select coalesce(sum(total_cents), 0)::int as paid, coalesce(sum((
         select sum(amount_cents) from refunds r where r.invoice_id = i.id)), 0)::int as refunded
       from invoices i where account_id = $1`,
      [accountId],
    );
    const { rows: accounts } = await pool.query<{ is_erased: boolean }>(
      "select erased_at is not null as is_erased from accounts where id = $1",
      [accountId],
    );
    const [subscription] = rows;
    const state = subscription && (await payments.readSubscription(subscription.provider_id));
    const account = accounts[0] ? (accounts[0].is_erased ? "erased" : "there") : "deleted";
    return { here: subscription?.status, there: state?.status, ...money[0], account };
  }

  const ENDED = { here: "canceled", there: "canceled", paid: 2999, refunded: 2999, account: "erased" };

  test("refuses Abort, names the alternative, and changes nothing", async () => {
    const ana = await pays("ana.r");
    const refusal = await ana.refused(earnerRoutes.abortRegistration);
    expect(refusal).toMatchObject({ code: 409, message: EARNER_MESSAGES.abortPaid });
    expect(await ana.call(earnerRoutes.registration)).toMatchObject({
      next: "done",
      can: { abort: false, pay: false, end_with_refund: true },
    });
    expect(await leftOf(ana)).toEqual({ here: "active", there: "active", paid: 2999, refunded: 0, account: "there" });
  });

  test("refuses Abort during the bank's challenge, and allows it after a decline", async () => {
    const { person: bea, question } = await startChallenge("bea.r");
    expect(await bea.refused(earnerRoutes.abortRegistration)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.abortAtBank,
    });
    expect(await bea.call(earnerRoutes.registration)).toMatchObject({
      next: "at-bank",
      can: { abort: false, pay: true, end_with_refund: true },
    });
    await world.answerChallenge(bea, question, "fail");
    await world.deliverEvents();
    await bea.send("POST", "/api/v1/confirm-subscription");
    expect(await bea.call(earnerRoutes.registration)).toMatchObject({ next: "billing", can: { abort: true } });
    await bea.call(earnerRoutes.abortRegistration);
    expect((await leftOf(bea)).account).toBe("deleted");
  });

  test("ends the plan and the account with a refund, from the browser that signed up", async () => {
    const cyd = await pays("cyd.r");
    const reply = await cyd.send("POST", "/api/v1/register-earner/refund");
    expect([reply.status, JSON.parse(reply.text).data]).toEqual([200, { refunded_cents: 2999 }]);
    expect(reply.headers.get("set-cookie")).toMatch(/__Host-fieldhouse_registration=;/);
    expect(await leftOf(cyd)).toEqual(ENDED);
    expect((await cyd.refused(earnerRoutes.registration)).code).toBe(410);
    const subjectsSent = (await mails.all(cyd.email)).map((mail) => mail.subject);
    expect(subjectsSent).toContain("Your Fieldhouse sign-up has ended");
    // The address can sign up again at once.
    const again = await signUpAsEarner(testApp, "cyd2.r");
    await pool.query("update accounts set email = $1, email_key = $1 where id = $2", [cyd.email, again.accountId]);
  });

  test("refunds once, however often and whenever it is requested", async () => {
    const dot = await pays("dot.r");
    const ask = () => dot.send("POST", "/api/v1/register-earner/refund");
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(await leftOf(dot)).toEqual(ENDED);
    const subjects = (await mails.all(dot.email)).map((mail) => mail.subject);
    expect(subjects.filter((subject) => subject === "Your Fieldhouse sign-up has ended")).toHaveLength(1);
  });

  test("takes nothing during the bank's challenge, and refunds a charge that succeeds anyway", async () => {
    const { person: eda } = await startChallenge("eda.r");
    await eda.call(earnerRoutes.endWithRefund);
    expect(await leftOf(eda)).toMatchObject({ ...ENDED, paid: 0, refunded: 0 });

    const { person: flo, question } = await startChallenge("flo.r");
    await flo.call(earnerRoutes.endWithRefund);
    await world.answerChallenge(flo, question, "complete");
    expect(await leftOf(flo)).toEqual(ENDED);
  });

  test("refunds a member whose profile was lost before the bank's approval, and keeps the account", async () => {
    const gus = await testApp.person("gus.r");
    await gus.refused(earnerRoutes.team, { body: toTeam("gus.r", testApp.categoryId) });
    const question = await world.orderWithChallenge(gus, "Team");
    // As if its key were lost: it cannot be decrypted.
    await pool.query("update registrations set encrypted_draft = '\\x00' where account_id = $1", [gus.accountId]);
    await world.answerChallenge(gus, question, "complete");
    await world.deliverEvents();
    expect(await gus.call(earnerRoutes.registration)).toMatchObject({
      next: "paid",
      can: { abort: false, pay: false, end_with_refund: true },
    });
    expect(await gus.call(earnerRoutes.endWithRefund)).toEqual({ refunded_cents: 2999 });
    expect(await gus.call(earnerRoutes.registration)).toMatchObject({
      next: "ending",
      can: { end_with_refund: false },
    });
    expect(await leftOf(gus)).toEqual({ ...ENDED, account: "there" });
    // They can start again.
    await gus.refused(earnerRoutes.team, { body: toTeam("gus.r", testApp.categoryId) });
    const body = toOrder("Team", await world.addCard(gus));
    await gus.call(billingRoutes.createSubscription, { body });
    expect(await gus.call(earnerRoutes.readUpgradeCompletion)).toMatchObject({ plan: "Team" });
  });

  test("is refused if nothing was paid, to a verified earner, and to strangers", async () => {
    const hal = await entersTeam("hal.r");
    expect((await hal.refused(earnerRoutes.endWithRefund)).code).toBe(409);
    expect((await testApp.visitor.refused(earnerRoutes.endWithRefund)).code).toBe(410);
    const ida = await pays("ida.r");
    const token = mails.tokenOf(
      (await mails.all(ida.email)).find((mail) => mail.links.some((link) => link.includes("email-verification"))) ??
        (await mails.last(ida.email)),
      "email-verification",
    );
    const { device_id, device_name, ip_address } = toLogin("", "");
    const body = { token, password: PASSWORD, device_id, device_name, ip_address };
    const session = await testApp.visitor.call(signUpRoutes.verifyEmail, { body });
    expect((await ida.refused(earnerRoutes.endWithRefund)).code).toBe(410);
    const signedIn = createCaller(testApp.origin, session.access_token);
    expect(await signedIn.refused(earnerRoutes.endWithRefund)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.refundByStaff,
    });
    expect((await leftOf(ida)).refunded).toBe(0);

    // Staff can, and the verified account stays.
    expect(await endWithRefundByStaff(testApp.deps, ida.email)).toMatchObject({
      username: "ida.r",
      refundedCents: 2999,
    });
    expect(await leftOf(ida)).toEqual({ ...ENDED, account: "there" });
    expect(await signedIn.call(billingRoutes.summary)).toMatchObject({ subscription: { status: "canceled" } });
    await expect(endWithRefundByStaff(testApp.deps, ida.email)).rejects.toMatchObject({ kind: "conflict" });
    expect(await endWithRefundByStaff(testApp.deps, "nobody@people.test")).toBeNull();
  });

  test("refunds every charge of an account that nobody could use", async () => {
    const jo = await pays("jo.r");
    await world.passMonth({
      ...jo,
      name: "jo.r",
      channelId: "" as never,
      onAnotherDevice: () => Promise.resolve(jo),
    });
    expect((await leftOf(jo)).paid).toBe(2 * 2999);
    await endWithRefundByStaff(testApp.deps, jo.email);
    expect(await leftOf(jo)).toEqual({ ...ENDED, paid: 2 * 2999, refunded: 2 * 2999 });
  });

  test("erases at once an account that was to be deleted in thirty days", async () => {
    const obi = await pays("obi.r");
    await deleteForOperator(testApp.deps, obi.email);
    await endWithRefundByStaff(testApp.deps, obi.email);
    expect(await leftOf(obi)).toEqual(ENDED);
  });

  test("sends nothing more to the owner of the address, once they have said that they did not sign up", async () => {
    const nia = await pays("nia.r");
    const letters = await mails.all(nia.email);
    const verification = letters.find(({ links }) => links.some((link) => link.includes("email-verification")));
    if (!verification) throw new Error("no verification email");
    const token = mails.tokenOf(verification, "email-verification");
    await testApp.visitor.call(verificationRoutes.disownSignUp, { body: { token } });

    await world.passMonth({ ...nia, name: "nia.r", channelId: "" as never, onAnotherDevice: async () => nia });
    expect((await leftOf(nia)).paid).toBe(2 * 2999);
    await nia.call(earnerRoutes.endWithRefund);
    expect((await leftOf(nia)).account).toBe("erased");
    expect(await mails.count(nia.email)).toBe(letters.length);
  });

  test("loses nothing while the provider does not respond, and refunds afterwards", async () => {
    const kim = await pays("kim.r");
    await kim.call(earnerRoutes.endWithRefund);
    if ("fake" in world) world.fake.failNext(6);
    await testApp.settle();
    await pool.query("update graphile_worker._private_jobs set run_at = now()");
    expect(await leftOf(kim)).toEqual(ENDED);
  });

  test("reverses a reward that the payment earned", async () => {
    const host = await testApp.person("host.r", { plan: "Individual" });
    const { code } = await host.call(referralRoutes.link);
    await inTransaction(testApp.deps.sql, (tx) => changeReferralTrigger(tx, "first_payment"));
    const lia = await signUpAsEarner(testApp, "lia.r", { referral_code: code });
    await lia.refused(earnerRoutes.team, { body: toTeam("lia.r", testApp.categoryId) });
    await lia.call(billingRoutes.createSubscription, { body: toOrder("Team", await world.addCard(lia)) });
    expect(await host.call(earningRoutes.summary)).toMatchObject({ total_cents: 1000, referrals: { pending: 1 } });
    await lia.call(earnerRoutes.endWithRefund);
    await inTransaction(testApp.deps.sql, (tx) => changeReferralTrigger(tx, "verified"));
    expect(await leftOf(lia)).toEqual(ENDED);
    expect(await host.call(earningRoutes.summary)).toMatchObject({ total_cents: 0, referrals: { reversed: 1 } });
  });

  test("accepts no further form with the cookie alone, even after completion", async () => {
    const max = await pays("max.r");
    const form = { body: toTeam("max.r", testApp.categoryId) };
    expect(await max.refused(earnerRoutes.team, form)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.verifyFirst,
    });
    await max.call(earnerRoutes.endWithRefund);
    expect(await max.refused(earnerRoutes.team, form)).toMatchObject({ code: 409, message: EARNER_MESSAGES.ending });
  });
});
