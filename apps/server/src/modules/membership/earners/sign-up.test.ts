import { accountRoutes } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import type { AccountId } from "@app/contract/ids";
import { peopleRoutes } from "@app/contract/people";
import { signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import { describe, expect, test } from "vitest";
import { type Caller, createCaller } from "#testing/caller.ts";
import { SSN, toBasics, toOrganization, toSport, toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, toDevice, toLogin, toSignUp } from "#testing/people.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const { categoryId } = testApp;

describe("signing up as a student athlete", () => {
  test("goes step by step, waits for the payment, and makes an earner", async () => {
    const maya = await signUpAsEarner(testApp, "maya");
    expect(await maya.call(earnerRoutes.registration)).toMatchObject({ next: "plan", is_upgrade: false, plan: null });

    await maya.call(earnerRoutes.saveFormDraft, { body: { plan: "Individual", form: "individual-1" } });
    expect(await maya.call(earnerRoutes.registration)).toMatchObject({ next: "profile", plan: "Individual" });

    const basics = await maya.call(earnerRoutes.individualBasics, { body: toBasics("maya") });
    expect(basics).toMatchObject({ next: "individual-2", username: "maya", user_type: "General User", plan: null });
    expect(await maya.call(earnerRoutes.registration)).toMatchObject({ next: "individual-2" });

    const refusal = await maya.refused(earnerRoutes.individualSport, { body: toSport(categoryId) });
    expect(refusal).toMatchObject({ code: 402, kind: "payment_required", errors: {} });
    const saved = await maya.call(earnerRoutes.registration);
    expect(saved).toMatchObject({ next: "billing", plan: "Individual", draft_id: refusal.draft_id });
    expect(saved.individual).toMatchObject({
      ssn_last4: SSN.slice(-4),
      phone: "+16175550123",
      date_of_birth: "2000-02",
      sport: {
        gpa: "3.85",
        offers: [{ college_offer_date: "2025-09-14" }],
        visits: [{ college_offer_date: "2025-10" }],
      },
    });
    expect(JSON.stringify(saved)).not.toContain(SSN);

    expect((await maya.refused(earnerRoutes.readCompletion)).code).toBe(402);
    await payPlan(testApp, maya.accountId, "Individual");
    const done = await maya.call(earnerRoutes.readCompletion);
    expect(done).toMatchObject({ user_type: "Fieldhouse", plan: "Individual", next: "done" });
    const token = mails.tokenOf(await mails.last(maya.email), "email-verification");
    const session = await maya.call(signUpRoutes.verifyEmail, { body: { token, ...toDevice() } });
    expect(session.users).toMatchObject({ type: "Fieldhouse", full_name: "Maya Torres", can: { upload: true } });
    expect((await maya.refused(earnerRoutes.registration)).code).toBe(410);
  });

  test("refuses step 2 before step 1, and accepts both steps again", async () => {
    const tom = await signUpAsEarner(testApp, "tom.row");
    expect((await tom.refused(earnerRoutes.individualSport, { body: toSport(categoryId) })).code).toBe(409);
    await tom.call(earnerRoutes.individualBasics, { body: toBasics("tom.row") });
    await tom.refused(earnerRoutes.individualSport, { body: toSport(categoryId) });
    const again = { ...toBasics("tom.row"), city: "Salem" };
    expect((await tom.refused(earnerRoutes.individualBasics, { body: again })).code).toBe(402);
    expect((await tom.call(earnerRoutes.registration)).individual).toMatchObject({ city: "Salem" });
  });

  test("keeps the date of birth of the sign-up, and refuses another month", async () => {
    const una = await signUpAsEarner(testApp, "una");
    const body = { ...toBasics("una"), date_of_birth: "03/2000" };
    expect((await una.refused(earnerRoutes.individualBasics, { body })).errors).toHaveProperty("date_of_birth");
    await una.call(earnerRoutes.individualBasics, { body: toBasics("una") });
    await payPlan(testApp, una.accountId, "Individual");
    await una.call(earnerRoutes.individualSport, { body: toSport(categoryId) });
    const row = await testApp.deps.sql
      .selectFrom("accounts")
      .select(["date_of_birth", "birth_precision", "plan", "phone"])
      .where("id", "=", una.accountId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      date_of_birth: "2000-02-29",
      birth_precision: "day",
      plan: "Individual",
      phone: "+16175550123",
    });
  });
});

describe.each([
  { plan: "Team" as const, route: earnerRoutes.team, toForm: toTeam, name: "Charles River Eight" },
  {
    plan: "Organization" as const,
    route: earnerRoutes.organization,
    toForm: toOrganization,
    name: "Charles River Rowing",
  },
])("signing up as a $plan", ({ plan, route, toForm, name }) => {
  const username = `${plan.toLowerCase()}.one`;

  test("takes one form and one payment; completing twice at once makes one earner and one email", async () => {
    const group = await signUpAsEarner(testApp, username);
    const refusal = await group.refused(route, { body: toForm(username, categoryId) });
    expect(refusal.code).toBe(402);
    expect((await group.call(earnerRoutes.registration)).draft_id).toBe(refusal.draft_id);
    await payPlan(testApp, group.accountId, plan);
    const answers = await Promise.all([1, 2, 3].map(() => group.send("POST", "/api/v1/complete-earner-registration")));
    expect(answers.map((answer) => answer.status).filter((status) => status !== 200 && status !== 410)).toEqual([]);
    expect(answers.some((answer) => answer.status === 200)).toBe(true);
    expect(await mails.count(group.email)).toBe(1);
    const { rows } = await testApp.deps.pool.query(
      `select a.full_name, a.plan, c.name, p.group_name, p.ssn_last4,
         (select count(*)::int from earner_contacts k where k.account_id = a.id) as contacts
       from accounts a join channels c on c.owner_id = a.id join earner_profiles p on p.account_id = a.id
       where a.id = $1`,
      [group.accountId],
    );
    expect(rows).toEqual([
      { full_name: name, plan, name, group_name: name, ssn_last4: SSN.slice(-4), contacts: plan === "Team" ? 2 : 1 },
    ]);
  });

  test("does not make an earner of a paid plan other than the profile's", async () => {
    const other = await signUpAsEarner(testApp, `${username}.two`);
    await other.refused(route, { body: toForm(`${username}.two`, categoryId) });
    await payPlan(testApp, other.accountId, "Individual");
    expect((await other.refused(earnerRoutes.readCompletion)).code).toBe(409);
  });
});

describe("limits of the forms", () => {
  test("keep the account's username, email address and gender", async () => {
    const ivy = await signUpAsEarner(testApp, "ivy.one");
    const wrong = { username: "someone", email: "other@people.test", gender: "Male" as const };
    const refusal = await ivy.refused(earnerRoutes.team, { body: { ...toTeam("ivy.one", categoryId), ...wrong } });
    expect(refusal.errors).toEqual({
      username: ["Your username cannot be changed."],
      email: ["This must match what you signed up with."],
      gender: ["This must match what you signed up with."],
    });
  });

  test("require existing, listed categories and the person's own logos", async () => {
    const zoe = await signUpAsEarner(testApp, "zoe.one");
    await zoe.call(earnerRoutes.individualBasics, { body: toBasics("zoe.one") });
    const offer = { college_name: "Rice", college_logo: "a".repeat(32), college_category: 4_711 };
    const refusal = await zoe.refused(earnerRoutes.individualSport, {
      body: { ...toSport(categoryId), channel_category: [88], offers: [offer] },
    });
    expect(Object.keys(refusal.errors).toSorted()).toEqual([
      "channel_category",
      "offers.0.college_category",
      "offers.0.college_logo",
    ]);
  });

  test("refuse 101 offers with their fixed message, and save 100", async () => {
    const leo = await signUpAsEarner(testApp, "leo.one");
    await leo.call(earnerRoutes.individualBasics, { body: toBasics("leo.one") });
    const offers = Array.from({ length: 101 }, (_, at) => ({ college_name: `College ${at}` }));
    const tooMany = await leo.refused(earnerRoutes.individualSport, { body: { ...toSport(categoryId), offers } });
    expect(tooMany.errors).toEqual({ offers: ["Please enter only one offer."] });
    const full = { ...toSport(categoryId), offers: offers.slice(1), visits: offers.slice(1) };
    expect((await leo.refused(earnerRoutes.individualSport, { body: full })).code).toBe(402);
    expect((await leo.call(earnerRoutes.registration)).individual?.sport?.offers).toHaveLength(100);
  });
});

describe("starting and aborting", () => {
  test("reports taken names at once, and refuses a General User's form", async () => {
    await testApp.person("taken");
    const body = { ...toSignUp("taken"), user_type: "Fieldhouse" as const };
    expect((await testApp.visitor.refused(earnerRoutes.registerEarner, { body })).errors).toHaveProperty("username");
    const mail = { ...body, username: "not.taken" };
    expect((await testApp.visitor.refused(earnerRoutes.registerEarner, { body: mail })).errors).toHaveProperty("email");
    const general = await testApp.visitor.refused(earnerRoutes.registerEarner, { body: toSignUp("general.one") });
    expect(general.errors).toHaveProperty("user_type");
    const young = { ...body, username: "young", email: "young@people.test", date_of_birth: "2020-01-01" };
    expect((await testApp.visitor.refused(earnerRoutes.registerEarner, { body: young })).errors).toEqual({
      date_of_birth: ["You must be at least 13 years old."],
    });
  });

  test("leaves nothing after an abort, and frees the username", async () => {
    const sam = await signUpAsEarner(testApp, "sam.one");
    await sam.refused(earnerRoutes.team, { body: toTeam("sam.one", categoryId) });
    await sam.call(earnerRoutes.abortRegistration);
    expect((await sam.refused(earnerRoutes.registration)).code).toBe(410);
    await signUpAsEarner(testApp, "sam.one");
  });

  test("never deletes a paid sign-up or a signed-in account", async () => {
    const ann = await signUpAsEarner(testApp, "ann.one");
    await ann.refused(earnerRoutes.team, { body: toTeam("ann.one", categoryId) });
    await payPlan(testApp, ann.accountId, "Team");
    expect((await ann.refused(earnerRoutes.abortRegistration)).code).toBe(409);
    expect(await ann.call(earnerRoutes.readCompletion)).toMatchObject({ plan: "Team" });
    const member = await testApp.person("member.one");
    expect((await member.refused(earnerRoutes.abortRegistration)).code).toBe(410);
  });

  test("deletes an unpaid sign-up with its account after seven days, and never a paid one", async () => {
    const [late, paid] = [await signUpAsEarner(testApp, "late.one"), await signUpAsEarner(testApp, "paid.one")];
    await paid.refused(earnerRoutes.team, { body: toTeam("paid.one", categoryId) });
    await payPlan(testApp, paid.accountId, "Team");
    await testApp.deps.pool.query(
      `with sessions as (
         update sign_up_sessions set expires_at = now() - interval '1 minute' where account_id = any($1)
       ) update registrations set expires_at = now() - interval '1 minute' where account_id = any($1)`,
      [[late.accountId, paid.accountId]],
    );
    expect((await late.refused(earnerRoutes.registration)).code).toBe(410);
    const { purgeExpiredRegistrations } = await import("./lifecycle.service.ts");
    await purgeExpiredRegistrations(testApp.deps);
    await signUpAsEarner(testApp, "late.one");
    // Only the registration is deleted: the account is an earner's, with an unverified email.
    expect((await paid.refused(earnerRoutes.registration)).code).toBe(410);
    const { rows } = await testApp.deps.pool.query("select plan from accounts where id = $1", [paid.accountId]);
    expect(rows).toEqual([{ plan: "Team" }]);
  });

  test("ends the sign-up session when a new password is set", async () => {
    const may = await signUpAsEarner(testApp, "may.one");
    await testApp.visitor.call(signUpRoutes.forgotPassword, { body: { email_or_username: "may.one" } });
    const token = mails.tokenOf(await mails.last(may.email), "reset-password");
    const password = "Right-Horse-2";
    await testApp.visitor.call(signUpRoutes.resetPassword, {
      body: { token, password, password_confirmation: password },
    });
    for (const call of [
      may.refused(earnerRoutes.registration),
      may.refused(earnerRoutes.team, { body: toTeam("may.one", categoryId) }),
    ])
      expect((await call).code).toBe(410);
  });

  test.each([
    ["logs out", (own: Caller) => own.call(accountRoutes.logout)],
    ["signs the other devices out", (own: Caller) => own.call(signUpRoutes.removeOtherDevices)],
    ["lets somebody else sign in", (own: Caller) => own.call(accountRoutes.login, { body: toLogin("ulf", PASSWORD) })],
    [
      "is signed out by staff",
      async (_: Caller, id: AccountId) => {
        const staff = await testApp.person("olga", { staffRole: "admin" });
        await staff.call(peopleRoutes.signOut, { params: { id }, body: { reason: "Stolen laptop" } });
      },
    ],
  ])("shows nothing of a sign-up to the next user of the browser once its verified owner %s", async (what, end) => {
    if (what === "lets somebody else sign in") await testApp.person("ulf");
    const name = `own${what.length}`;
    const ned = await signUpAsEarner(testApp, name);
    await ned.refused(earnerRoutes.team, { body: toTeam(name, categoryId) });
    const code = mails.codeOf(await mails.last(ned.email));
    const reply = await ned.send("POST", "/api/v1/email-verification/code", { body: { code, ...toDevice() } });
    const { access_token } = JSON.parse(reply.text).data;
    const [refresh] = /__Host-fieldhouse_refresh=[^;]+/.exec(reply.headers.get("set-cookie") ?? "") ?? [];
    const own = createCaller(testApp.origin, access_token, { cookie: `${ned.cookie}; ${refresh}` });
    expect((await own.call(earnerRoutes.registration)).next).toBe("billing");
    await end(own, ned.accountId);
    expect((await ned.refused(earnerRoutes.registration)).code).toBe(410);
    expect((await ned.refused(billingRoutes.paymentMethods)).code).toBe(410);
    expect(await ned.call(verificationRoutes.signUp)).toBeNull();
  });

  test("leaves the sign-up of another person in this browser alone at a logout", async () => {
    const wes = await signUpAsEarner(testApp, "wes.one");
    const sister = await testApp.person("wes.sister");
    const shared = createCaller(testApp.origin, sister.token, { cookie: wes.cookie });
    const reply = await shared.send("POST", "/api/v1/logout");
    expect(reply.headers.get("set-cookie")).not.toContain("__Host-fieldhouse_registration");
    expect(await wes.call(verificationRoutes.signUp)).toMatchObject({ username: "wes.one" });
  });

  test("continues on a later visit after confirming the email address, and can be left in the browser", async () => {
    const lux = await signUpAsEarner(testApp, "lux.one");
    const { continueRegistration, leaveRegistration } = earnerRoutes;
    const wrong = await lux.refused(continueRegistration, { body: { email: "eve@people.test" } });
    expect([wrong.code, wrong.errors]).toEqual([422, { email: [EARNER_MESSAGES.wrongEmail] }]);
    await lux.call(continueRegistration, { body: { email: "LUX.one@people.test" } });
    expect((await testApp.visitor.refused(continueRegistration, { body: { email: lux.email } })).code).toBe(410);
    const left = await lux.send("POST", "/api/v1/earner-registration/leave");
    expect(left.headers.get("set-cookie")).toMatch(/__Host-fieldhouse_registration=;/);
    await lux.call(leaveRegistration);
    // The account still exists, and the email's link works.
    expect(
      await testApp.deps.sql.selectFrom("accounts").select("id").where("id", "=", lux.accountId).execute(),
    ).toHaveLength(1);
  });

  test("refuses a forged cookie", async () => {
    const stranger = createCaller(testApp.origin, null, { cookie: `__Host-fieldhouse_registration=${"A".repeat(43)}` });
    for (const route of [earnerRoutes.registration, earnerRoutes.readCompletion, earnerRoutes.abortRegistration])
      expect((await stranger.refused(route)).code).toBe(410);
  });
});

describe("a form's draft", () => {
  test("comes back with its logos, and shrinks as the forms are submitted", async () => {
    const pia = await signUpAsEarner(testApp, "pia.one");
    const texts = { first_name: "Pia", gpa: "3." };
    const typed = { plan: "Individual" as const, form: "individual-1" as const, texts, channel_category: [categoryId] };
    await pia.call(earnerRoutes.saveFormDraft, { body: typed });
    expect((await pia.call(earnerRoutes.registration)).typed).toMatchObject(typed);
    await pia.call(earnerRoutes.individualBasics, { body: toBasics("pia.one") });
    expect((await pia.call(earnerRoutes.registration)).typed).toMatchObject({
      texts: { gpa: "3." },
      channel_category: [categoryId],
    });
  });

  test("never accepts an SSN, a password or an unknown field", async () => {
    const kim = await signUpAsEarner(testApp, "kim.one");
    for (const name of ["ssn", "password", "__proto", "is_staff"]) {
      const body = { plan: null, form: null, texts: { [name]: "1" } };
      expect((await kim.refused(earnerRoutes.saveFormDraft, { body })).errors).toHaveProperty("texts");
    }
  });
});
