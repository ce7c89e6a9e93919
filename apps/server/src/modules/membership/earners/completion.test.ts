import { randomUUID } from "node:crypto";
import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { signUpRoutes } from "@app/contract/sign-up";
import { describe, expect, test } from "vitest";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import { watchPlansJob } from "#modules/membership/billing/watch-plans.service.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { createCaller } from "#testing/caller.ts";
import { toBasics, toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toLogin } from "#testing/people.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { completeRegistrationsJob } from "./complete-registration.service.ts";

const worlds = [
  ["the sandbox", await createSandboxWorld()],
  ["Stripe", await createStripeWorld()],
] as const;

describe.each(worlds)("a paid registration with %s, whose browser does not return", (name, world) => {
  const { testApp } = world;
  const { pool } = testApp.deps;
  const mails = createMailReader(testApp);
  type Registrant = Awaited<ReturnType<typeof signUpAsEarner>>;

  async function entersTeam(username: string, more: { referral_code?: string; category?: number } = {}) {
    const { category = testApp.categoryId, ...account } = more;
    const person = await signUpAsEarner(testApp, username, account);
    await person.refused(earnerRoutes.team, { body: toTeam(username, category) });
    return person;
  }

  async function pays(person: Registrant): Promise<void> {
    const body = toOrder("Team", await world.addCard(person));
    expect((await person.call(billingRoutes.createSubscription, { body })).status).toBe("active");
  }

  async function accountOf({ accountId }: { accountId: string }) {
    const { rows } = await pool.query("select user_type, plan, full_name from accounts where id = $1", [accountId]);
    return rows[0];
  }

  const EARNER = { user_type: "Fieldhouse", plan: "Team", full_name: "Charles River Eight" };

  async function verifies(email: string) {
    const token = mails.tokenOf(await findVerification(email), "email-verification");
    const { device_id, device_name, ip_address } = toLogin("", "", randomUUID());
    // In a browser other than the one that signed up.
    const body = { token, password: PASSWORD, device_id, device_name, ip_address };
    return testApp.visitor.call(signUpRoutes.verifyEmail, { body });
  }

  const verificationsTo = async (email: string) =>
    (await mails.all(email)).filter((mail) => mail.links.some((link) => link.includes("/email-verification/")));

  async function findVerification(email: string) {
    const [newest] = await verificationsTo(email);
    if (!newest) throw new Error("no verification mail");
    return newest;
  }

  test("makes an earner, emails the link, and credits the referrer", async () => {
    const host = await testApp.person("host.c", { plan: "Individual" });
    const { code } = await host.call(referralRoutes.link);
    const ana = await entersTeam("ana.c", { referral_code: code });
    await pays(ana);
    expect(await accountOf(ana)).toEqual(EARNER);
    const session = await verifies(ana.email);
    expect(session.users).toMatchObject({ type: "Fieldhouse", plan: "Team", can: { upload: true, refer: true } });
    expect(await host.call(earningRoutes.summary)).toMatchObject({ total_cents: 1000, referrals: { pending: 1 } });
  });

  test("is completed by the event of the bank's approval", async () => {
    const bo = await entersTeam("bo.c");
    await world.answerChallenge(bo, await world.orderWithChallenge(bo, "Team"), "complete");
    await world.deliverEvents();
    expect(await accountOf(bo)).toEqual(EARNER);
    expect(await verificationsTo(bo.email)).toHaveLength(1);
  });

  test("is completed by the hourly job when no event arrives", async () => {
    const cy = await entersTeam("cyd.c");
    await world.answerChallenge(cy, await world.orderWithChallenge(cy, "Team"), "complete");
    await pool.query("update subscriptions set attempted_at = now() - interval '1 hour' where account_id = $1", [
      cy.accountId,
    ]);
    await enqueue(testApp.deps.sql, watchPlansJob, {});
    await testApp.settle();
    expect(await accountOf(cy)).toEqual(EARNER);
  });

  test("is completed by reading it before any event or job", async () => {
    const cal = await entersTeam("cal.c");
    await world.answerChallenge(cal, await world.orderWithChallenge(cal, "Team"), "complete");
    expect(await cal.call(earnerRoutes.registration)).toMatchObject({ next: "done" });
    expect(await accountOf(cal)).toEqual(EARNER);
  });

  test("is completed once by concurrent events, jobs and calls", async () => {
    const dee = await entersTeam("dee.c");
    await world.answerChallenge(dee, await world.orderWithChallenge(dee, "Team"), "complete");
    const calls = [1, 2, 3].map(() => dee.send("POST", "/api/v1/complete-earner-registration"));
    const confirms = [1, 2, 3].map(() => dee.send("POST", "/api/v1/confirm-subscription"));
    await Promise.all([...calls, ...confirms, world.deliverEvents()]);
    await enqueue(testApp.deps.sql, completeRegistrationsJob, {});
    await testApp.settle();
    expect(await accountOf(dee)).toEqual(EARNER);
    expect(await verificationsTo(dee.email)).toHaveLength(1);
    expect((await dee.call(earnerRoutes.readCompletion)).next).toBe("done");
  });

  test("sends no second email and no second credit if the email was verified first", async () => {
    const host = await testApp.person("hostess.c", { plan: "Individual" });
    const { code } = await host.call(referralRoutes.link);
    const eve = await entersTeam("eve.c", { referral_code: code });
    await verifies(eve.email);
    const login = await testApp.visitor.call(accountRoutes.login, { body: toLogin("eve.c", PASSWORD) });
    expect(login.users).toMatchObject({ type: "General User", plan: null });
    const signedIn = { ...eve, ...createCaller(testApp.origin, login.access_token) };
    await pays(signedIn);
    expect(await accountOf(eve)).toEqual(EARNER);
    expect(await verificationsTo(eve.email)).toHaveLength(1);
    expect(await host.call(earningRoutes.summary)).toMatchObject({ total_cents: 1000, referrals: { total: 1 } });
  });

  test("keeps the payment if it cannot be completed now, and is completed later", async () => {
    const slug = `gone-${name.length}`;
    const category = await addCategory(testApp.deps.sql, { name: slug, slug, pictureKey: null, position: 99 });
    const fay = await entersTeam("fay.c", { category });
    await pool.query("delete from categories where id = $1", [category]);
    await pays(fay);
    expect(await accountOf(fay)).toMatchObject({ user_type: "General User", plan: null });
    expect(await fay.call(earnerRoutes.registration)).toMatchObject({ next: "paid" });
    expect(await fay.call(billingRoutes.summary)).toMatchObject({ subscription: { status: "active" } });
    await pool.query(
      "insert into categories (id, name, slug, position) overriding system value values ($1, $2, $2, 99)",
      [category, slug],
    );
    await enqueue(testApp.deps.sql, completeRegistrationsJob, {});
    await testApp.settle();
    expect(await accountOf(fay)).toEqual(EARNER);
    expect(await verificationsTo(fay.email)).toHaveLength(1);
  });

  test("gets the paid plan, whatever plan was chosen during the bank's challenge", async () => {
    const gil = await entersTeam("gil.c");
    const question = await world.orderWithChallenge(gil, "Team");
    await gil.call(earnerRoutes.saveFormDraft, { body: { plan: "Individual", form: null } });
    await gil.call(earnerRoutes.individualBasics, { body: toBasics("gil.c") });
    await world.answerChallenge(gil, question, "complete");
    await world.deliverEvents();
    expect(await accountOf(gil)).toEqual(EARNER);
  });

  test("is not completed by a call before the payment, which names what to pay", async () => {
    const hal = await entersTeam("hal.c");
    const { draft_id } = await hal.call(earnerRoutes.registration);
    expect(await hal.refused(earnerRoutes.readCompletion)).toMatchObject({ code: 402, draft_id });
    await world.orderWithChallenge(hal, "Team");
    expect((await hal.refused(earnerRoutes.readCompletion)).code).toBe(402);
    expect(await accountOf(hal)).toMatchObject({ user_type: "General User" });
    expect((await testApp.visitor.refused(earnerRoutes.readCompletion)).code).toBe(410);
  });
});
