import { billingRoutes } from "@app/contract/billing";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { setReferralTrigger } from "#modules/earnings/referrals/credit-referral.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { toOrder } from "#testing/billing.ts";
import { openSandboxWorld, openStripeWorld } from "#testing/billing-world.ts";
import { openCaller } from "#testing/caller.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { openMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { endWithRefundByStaff } from "./end-with-refund.service.ts";

const worlds = [
  ["the sandbox", await openSandboxWorld()],
  ["Stripe", await openStripeWorld()],
] as const;

describe.each(worlds)("giving up after the payment, with %s", (_, world) => {
  const { stage } = world;
  const { payments, pool } = stage.deps;
  const mails = openMailReader(stage);
  type Registrant = Awaited<ReturnType<typeof signUpAsEarner>>;

  async function entersTeam(username: string): Promise<Registrant> {
    const person = await signUpAsEarner(stage, username);
    await person.refused(earnerRoutes.team, { body: toTeam(username, stage.categoryId) });
    return person;
  }

  async function pays(username: string): Promise<Registrant> {
    const person = await entersTeam(username);
    const body = toOrder("Team", await world.addsCard(person));
    await person.call(billingRoutes.createSubscription, { body });
    return person;
  }

  async function isAsked(username: string) {
    const person = await entersTeam(username);
    return { person, question: await world.ordersAtBank(person, "Team") };
  }

  /** What is left of somebody at the provider and here, once everything that is queued was done. */
  async function leftOf({ accountId }: { accountId: string }) {
    await world.hears();
    await stage.settle();
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
    const held = subscription && (await payments.readSubscription(subscription.provider_id));
    const account = accounts[0] ? (accounts[0].is_erased ? "erased" : "there") : "deleted";
    return { here: subscription?.status, there: held?.status, ...money[0], account };
  }

  const ENDED = { here: "canceled", there: "canceled", paid: 2999, refunded: 2999, account: "erased" };

  test("Abort is refused with the way on, deletes nothing and stops nothing", async () => {
    const ana = await pays("ana.r");
    const refusal = await ana.refused(earnerRoutes.abortRegistration);
    expect(refusal).toMatchObject({ code: 409, message: EARNER_MESSAGES.abortPaid });
    expect(await ana.call(earnerRoutes.registration)).toMatchObject({
      next: "done",
      can: { abort: false, pay: false, end_with_refund: true },
    });
    expect(await leftOf(ana)).toEqual({ here: "active", there: "active", paid: 2999, refunded: 0, account: "there" });
  });

  test("Abort is refused while the bank is asked, and is there again when the bank has said no", async () => {
    const { person: bea, question } = await isAsked("bea.r");
    expect(await bea.refused(earnerRoutes.abortRegistration)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.abortAtBank,
    });
    expect(await bea.call(earnerRoutes.registration)).toMatchObject({
      next: "at-bank",
      can: { abort: false, pay: true, end_with_refund: true },
    });
    await world.answersBank(bea, question, "fail");
    await world.hears();
    await bea.send("POST", "/api/v1/confirm-subscription");
    expect(await bea.call(earnerRoutes.registration)).toMatchObject({ next: "billing", can: { abort: true } });
    await bea.call(earnerRoutes.abortRegistration);
    expect((await leftOf(bea)).account).toBe("deleted");
  });

  test("the browser that signed up ends it with a refund: the plan, the money and the account", async () => {
    const cyd = await pays("cyd.r");
    const reply = await cyd.send("POST", "/api/v1/register-earner/refund");
    expect([reply.status, JSON.parse(reply.text).data]).toEqual([200, { refunded_cents: 2999 }]);
    expect(reply.headers.get("set-cookie")).toMatch(/__Host-fieldhouse_registration=;/);
    expect(await leftOf(cyd)).toEqual(ENDED);
    expect((await cyd.refused(earnerRoutes.registration)).code).toBe(410);
    const told = (await mails.all(cyd.email)).map((mail) => mail.subject);
    expect(told).toContain("Your Fieldhouse sign-up was ended");
    // The address may sign up again; nobody has to wait for anything.
    const again = await signUpAsEarner(stage, "cyd2.r");
    await pool.query("update accounts set email = $1, email_key = $1 where id = $2", [cyd.email, again.accountId]);
  });

  test("once, however often and at whatever moment it is asked for", async () => {
    const dot = await pays("dot.r");
    const ask = () => dot.send("POST", "/api/v1/register-earner/refund");
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(await leftOf(dot)).toEqual(ENDED);
    const subjects = (await mails.all(dot.email)).map((mail) => mail.subject);
    expect(subjects.filter((subject) => subject === "Your Fieldhouse sign-up was ended")).toHaveLength(1);
  });

  test("while the bank is asked nothing is taken; what it takes all the same goes back", async () => {
    const { person: eda } = await isAsked("eda.r");
    await eda.call(earnerRoutes.endWithRefund);
    expect(await leftOf(eda)).toMatchObject({ ...ENDED, paid: 0, refunded: 0 });

    const { person: flo, question } = await isAsked("flo.r");
    await flo.call(earnerRoutes.endWithRefund);
    await world.answersBank(flo, question, "complete");
    expect(await leftOf(flo)).toEqual(ENDED);
  });

  test("somebody signed in whose profile was lost before the bank's yes gets the money back and keeps the account", async () => {
    const gus = await stage.person("gus.r");
    await gus.refused(earnerRoutes.team, { body: toTeam("gus.r", stage.categoryId) });
    const question = await world.ordersAtBank(gus, "Team");
    // As when its key was lost: it cannot be opened any more.
    await pool.query("update registrations set sealed_draft = '\\x00' where account_id = $1", [gus.accountId]);
    await world.answersBank(gus, question, "complete");
    await world.hears();
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
    // The way is free again.
    await gus.refused(earnerRoutes.team, { body: toTeam("gus.r", stage.categoryId) });
    const body = toOrder("Team", await world.addsCard(gus));
    await gus.call(billingRoutes.createSubscription, { body });
    expect(await gus.call(earnerRoutes.completeUpgrade)).toMatchObject({ plan: "Team" });
  });

  test("is refused where nothing was paid, to an earner who verified, and to strangers", async () => {
    const hal = await entersTeam("hal.r");
    expect((await hal.refused(earnerRoutes.endWithRefund)).code).toBe(409);
    expect((await stage.visitor.refused(earnerRoutes.endWithRefund)).code).toBe(410);
    const ida = await pays("ida.r");
    const token = mails.tokenOf(
      (await mails.all(ida.email)).find((mail) => mail.links.some((link) => link.includes("email-verification"))) ??
        (await mails.last(ida.email)),
      "email-verification",
    );
    const { device_id, device_name, ip_address } = toLogin("", "");
    const body = { token, password: PASSWORD, device_id, device_name, ip_address };
    const session = await stage.visitor.call(signUpRoutes.verifyEmail, { body });
    expect((await ida.refused(earnerRoutes.endWithRefund)).code).toBe(410);
    const signedIn = openCaller(stage.origin, session.access_token);
    expect(await signedIn.refused(earnerRoutes.endWithRefund)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.refundByStaff,
    });
    expect((await leftOf(ida)).refunded).toBe(0);

    // Staff can, and the account stays: its owner has proved that it is theirs.
    expect(await endWithRefundByStaff(stage.deps, ida.email)).toMatchObject({ username: "ida.r", refundedCents: 2999 });
    expect(await leftOf(ida)).toEqual({ ...ENDED, account: "there" });
    expect(await signedIn.call(billingRoutes.summary)).toMatchObject({ subscription: { status: "canceled" } });
    await expect(endWithRefundByStaff(stage.deps, ida.email)).rejects.toMatchObject({ kind: "conflict" });
    expect(await endWithRefundByStaff(stage.deps, "nobody@people.test")).toBeNull();
  });

  test("gives everything back that was charged to an account nobody could enter", async () => {
    const jo = await pays("jo.r");
    await world.monthPasses({
      ...jo,
      name: "jo.r",
      channelId: "" as never,
      onAnotherDevice: () => Promise.resolve(jo),
    });
    expect((await leftOf(jo)).paid).toBe(2 * 2999);
    await endWithRefundByStaff(stage.deps, jo.email);
    expect(await leftOf(jo)).toEqual({ ...ENDED, paid: 2 * 2999, refunded: 2 * 2999 });
  });

  test("a provider that does not answer loses nothing: the money goes back when it does", async () => {
    const kim = await pays("kim.r");
    await kim.call(earnerRoutes.endWithRefund);
    if ("standIn" in world) world.standIn.failNext(6);
    await stage.settle();
    await pool.query("update graphile_worker._private_jobs set run_at = now()");
    expect(await leftOf(kim)).toEqual(ENDED);
  });

  test("takes back what the payment has earned somebody, where a payment is what earns", async () => {
    const host = await stage.person("host.r", { plan: "Individual" });
    const { code } = await host.call(referralRoutes.link);
    await inTransaction(stage.deps.sql, (tx) => setReferralTrigger(tx, "first_payment"));
    const lia = await signUpAsEarner(stage, "lia.r", { referral_code: code });
    await lia.refused(earnerRoutes.team, { body: toTeam("lia.r", stage.categoryId) });
    await lia.call(billingRoutes.createSubscription, { body: toOrder("Team", await world.addsCard(lia)) });
    expect(await host.call(earningRoutes.summary)).toMatchObject({ total_cents: 1000, referrals: { pending: 1 } });
    await lia.call(earnerRoutes.endWithRefund);
    await inTransaction(stage.deps.sql, (tx) => setReferralTrigger(tx, "verified"));
    expect(await leftOf(lia)).toEqual(ENDED);
    expect(await host.call(earningRoutes.summary)).toMatchObject({ total_cents: 0, referrals: { reversed: 1 } });
  });

  test("after it, and after completing, no form is taken by the cookie alone", async () => {
    const max = await pays("max.r");
    const form = { body: toTeam("max.r", stage.categoryId) };
    expect(await max.refused(earnerRoutes.team, form)).toMatchObject({
      code: 409,
      message: EARNER_MESSAGES.verifyFirst,
    });
    await max.call(earnerRoutes.endWithRefund);
    expect(await max.refused(earnerRoutes.team, form)).toMatchObject({ code: 409, message: EARNER_MESSAGES.ending });
  });
});
