import { accountSecurityRoutes } from "@app/contract/account-security";
import type { Plan } from "@app/contract/accounts";
import { billingRoutes } from "@app/contract/billing";
import { contentRoutes } from "@app/contract/contents";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import { profileRoutes } from "@app/contract/profile";
import { describe, expect, test } from "vitest";
import { addFollows } from "#modules/channels/follows/follows.service.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { addTestCard, toOrder } from "#testing/billing.ts";
import { toBasics, toSport, toTeam } from "#testing/earner-forms.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import { PASSWORD, type TestPerson, toLogin } from "#testing/people.ts";
import { endPlan, payPlan } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";
import { completeRegistrationsJob } from "./complete-registration.service.ts";

const testApp = await createTestApp();
const mails = createMailReader(testApp);
const { categoryId } = testApp;

async function becomeAthlete(person: TestPerson): Promise<void> {
  await person.call(earnerRoutes.individualBasics, { body: toBasics(person.name) });
  await payPlan(testApp, person.accountId, "Individual");
  await person.call(earnerRoutes.individualSport, { body: toSport(categoryId) });
}

describe("a General User who upgrades", () => {
  test("keeps the account, the session and the follows, and is an earner at once", async () => {
    const ada = await testApp.person("ada.up");
    const idol = await testApp.person("idol", { plan: "Team" });
    await addFollows(testApp.deps.sql, [{ followerId: ada.accountId, channelId: idol.channelId }]);
    expect(await ada.call(earnerRoutes.registration)).toMatchObject({ is_upgrade: true, next: "plan" });
    const refusal = await ada.refused(earnerRoutes.team, { body: toTeam("ada.up", categoryId) });
    expect(refusal).toMatchObject({ code: 402, draft_id: expect.any(String) });
    expect((await ada.refused(earnerRoutes.readUpgradeCompletion)).draft_id).toBe(refusal.draft_id);
    await payPlan(testApp, ada.accountId, "Team");
    const cards = await Promise.all([1, 2].map(() => ada.call(earnerRoutes.readUpgradeCompletion)));
    for (const card of cards)
      expect(card).toMatchObject({ id: ada.accountId, type: "Fieldhouse", plan: "Team", can: { upload: true } });
    const { rows } = await testApp.deps.pool.query("select channel_id from follows where follower_id = $1", [
      ada.accountId,
    ]);
    expect(rows).toEqual([{ channel_id: idol.channelId }]);
    expect(await ada.call(contentRoutes.mine, { params: { contentType: "video" } })).toBeTruthy();
    expect(await ada.call(earnerRoutes.registration)).toMatchObject({ next: "done", draft_id: null });
  });

  test("is given the channel's bio, with which the forms begin", async () => {
    const eve = await testApp.person("eve.up");
    await eve.call(profileRoutes.update, { body: { bio: "Rower since 2009" } });
    const { bio, individual } = await eve.call(earnerRoutes.registration);
    expect([bio, individual]).toEqual(["Rower since 2009", null]);
  });

  test("may choose another plan before paying", async () => {
    const bo = await testApp.person("bo.up");
    await bo.refused(earnerRoutes.team, { body: toTeam("bo.up", categoryId) });
    await bo.call(earnerRoutes.saveFormDraft, { body: { plan: "Individual", form: null } });
    expect(await bo.call(earnerRoutes.registration)).toMatchObject({ plan: "Individual", next: "profile" });
    await becomeAthlete(bo);
    expect(await bo.call(profileRoutes.one)).toMatchObject({
      plan: "Individual",
      earner: { first_name: "Maya", team_name: null, contact_person: null },
    });
  });
});

/** A renewal changes the plan, and what waited for it is written. */
async function renewAs(person: TestPerson, plan: Plan): Promise<void> {
  await testApp.deps.pool.query(
    `with renewed as (update subscriptions set plan = $2 where account_id = $1)
     update accounts set plan = $2 where id = $1`,
    [person.accountId, plan],
  );
  await enqueue(testApp.deps.sql, completeRegistrationsJob, {});
  await testApp.settle();
}

describe("an earner's forms", () => {
  test("change the profile at once, and belong to one plan", async () => {
    const cal = await testApp.person("cal.up");
    await becomeAthlete(cal);
    const reply = await cal.send("POST", "/api/v1/individual/step-1", {
      body: { ...toBasics("cal.up"), city: "Lynn" },
    });
    expect(JSON.parse(reply.text)).toMatchObject({
      code: 200,
      message: "User has been updated successfully",
      data: { email: cal.email, plan: "Individual", username: "cal.up", user_type: "Fieldhouse", next: "done" },
    });
    expect((await cal.call(profileRoutes.one)).earner).toMatchObject({ city: "Lynn", gpa: "3.85" });
  });

  test("for another plan wait until the plan has changed", async () => {
    const deb = await testApp.person("deb.up");
    await becomeAthlete(deb);
    const saved = await deb.call(earnerRoutes.team, { body: toTeam("deb.up", categoryId) });
    expect(saved).toMatchObject({ plan: "Individual", next: "done" });
    expect(await deb.call(earnerRoutes.readUpgradeCompletion)).toMatchObject({ plan: "Individual" });
    await renewAs(deb, "Team");
    expect(await deb.call(earnerRoutes.readUpgradeCompletion)).toMatchObject({
      plan: "Team",
      full_name: "Charles River Eight",
    });
    expect((await deb.call(profileRoutes.one)).earner).toMatchObject({ plan: "Team", gpa: null, first_name: null });
  });

  test.each([
    ["entered before the change", true],
    ["entered after it", false],
  ])("of another plan keep an athlete's class, offers and visits for the way back: %s", async (_, isBefore) => {
    const gus = await testApp.person(isBefore ? "gus.up" : "gil.up");
    await becomeAthlete(gus);
    const team = { body: toTeam(gus.name, categoryId) };
    if (isBefore) await gus.call(earnerRoutes.team, team);
    await renewAs(gus, "Team");
    if (!isBefore) await gus.call(earnerRoutes.team, team);
    expect((await gus.call(profileRoutes.one)).earner).toMatchObject({ plan: "Team", offers: [], visits: [] });
    await renewAs(gus, "Individual");
    const { saved_sport } = await gus.call(earnerRoutes.registration);
    expect(saved_sport).toMatchObject({
      gpa: "3.85",
      graduation_year: "2027",
      offers: [{ college_name: "Rice University", college_offer_date: "2025-09-14" }],
      visits: [{ college_name: "Yale University" }],
    });
    await gus.call(earnerRoutes.individualBasics, { body: toBasics(gus.name) });
    expect((await gus.call(profileRoutes.one)).earner).toMatchObject({ plan: "Individual", ...saved_sport });
  });
});

describe("a deactivated earner", () => {
  test("confirms the password, becomes a hidden General User, and can be restored while the plan is paid", async () => {
    const dan = await testApp.person("dan.up");
    const fan = await testApp.person("fan.up");
    await becomeAthlete(dan);
    const video = await testApp.publishes(dan, "Training");
    expect((await dan.refused(earnerRoutes.deactivate)).kind).toBe("confirm_password");
    await dan.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    expect(await dan.call(earnerRoutes.deactivate)).toMatchObject({ type: "General User", plan: null });

    expect((await fan.refused(contentRoutes.one, { params: { id: video.id } })).code).toBe(404);
    const listed = await fan.call(contentRoutes.ofChannel, {
      params: { contentType: "video" },
      query: { channel_id: dan.channelId },
    });
    expect(listed).toMatchObject({ contents: [], pagination: { total: 0 } });
    expect(await dan.call(contentRoutes.one, { params: { id: video.id } })).toMatchObject({ title: "Training" });
    expect((await dan.refused(earnerRoutes.deactivate)).code).toBe(403);
    const profile = await dan.call(profileRoutes.one);
    expect(profile).toMatchObject({ plan: null, earner: { plan: "Individual", gpa: "3.85" } });
    expect(new Date(profile.deactivated?.restorable_until ?? 0).getTime()).toBeGreaterThan(
      Date.now() + 360 * 86_400_000,
    );

    await dan.call(profileRoutes.update, { body: { street: "7 New Road", full_name: "Dan Lee" } });
    expect(await dan.call(profileRoutes.one)).toMatchObject({
      full_name: "Dan Lee",
      earner: { street: "7 New Road", city: "Boston", first_name: "Maya", gpa: "3.85" },
    });
    expect((await dan.refused(profileRoutes.update, { body: { first_name: "Dan" } })).code).toBe(422);
    expect((await fan.refused(profileRoutes.update, { body: { street: "7 New Road" } })).code).toBe(422);

    expect(await dan.call(earnerRoutes.restore)).toMatchObject({ type: "Fieldhouse", plan: "Individual" });
    expect(await fan.call(contentRoutes.one, { params: { id: video.id } })).toMatchObject({ title: "Training" });
    expect((await dan.call(profileRoutes.one)).deactivated).toBeNull();
  });

  test("is emailed how to keep the plan, learns on restoring that it ends with the month, and resumes it", async () => {
    const fin = await testApp.person("fin.up");
    await fin.refused(earnerRoutes.team, { body: toTeam("fin.up", categoryId) });
    await fin.call(billingRoutes.createSubscription, { body: toOrder("Team", await addTestCard(fin)) });
    await fin.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await fin.call(earnerRoutes.deactivate);
    const { text } = await mails.last(fin.email);
    expect(text).toContain("If you restore your earner account in Settings, you can resume the plan until");
    expect(text).not.toContain("full access");
    const reply = await fin.send("POST", "/api/v1/restore-earner");
    const { message, data } = JSON.parse(reply.text);
    const { subscription } = await fin.call(billingRoutes.summary);
    expect(subscription).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect([message, data.plan_ends_at]).toEqual([EARNER_MESSAGES.restoredEnding, subscription?.current_period_end]);
    await fin.call(billingRoutes.resume);
    expect(await fin.call(earnerRoutes.restore)).toMatchObject({ plan: "Team", plan_ends_at: null });
  });

  test.each([
    ["an earner", false, LOGIN_MESSAGES.restoredPlanEnds, "To keep it, resume it in Settings."],
    ["who had deactivated", true, LOGIN_MESSAGES.restored, "To keep it, restore your earner account in Settings, and"],
  ])("comes back after asking for deletion and reads how to keep the plan: %s", async (_, isDeactivated, said, way) => {
    const name = isDeactivated ? "ida.up" : "ivo.up";
    const ida = await testApp.person(name);
    await ida.refused(earnerRoutes.team, { body: toTeam(name, categoryId) });
    await ida.call(billingRoutes.createSubscription, { body: toOrder("Team", await addTestCard(ida)) });
    await ida.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    if (isDeactivated) await ida.call(earnerRoutes.deactivate);
    await ida.call(accountSecurityRoutes.deleteUser);
    await testApp.settle();
    const { text } = await testApp.visitor.send("POST", "/api/v1/login", { body: toLogin(name, PASSWORD) });
    expect(JSON.parse(text).message).toBe(said);
    const letter = (await mails.all(ida.email)).find(({ subject }) => subject.endsWith("account was restored"));
    expect(letter?.text).toContain(way);
  });

  test("keeps the plan if restored before the renewal stopped", async () => {
    const gia = await testApp.person("gia.up");
    await gia.refused(earnerRoutes.team, { body: toTeam("gia.up", categoryId) });
    await gia.call(billingRoutes.createSubscription, { body: toOrder("Team", await addTestCard(gia)) });
    await gia.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await gia.call(earnerRoutes.deactivate);
    expect(await gia.call(earnerRoutes.restore)).toMatchObject({ plan: "Team", plan_ends_at: null });
    await testApp.settle();
    expect((await gia.call(billingRoutes.summary)).subscription).toMatchObject({ cancel_at_period_end: false });
  });

  test("pays again after the plan ended and is restored by the payment, but not after twelve months", async () => {
    const eli = await testApp.person("eli.up");
    await becomeAthlete(eli);
    await eli.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await eli.call(earnerRoutes.deactivate);
    await endPlan(testApp, eli.accountId);
    expect((await eli.refused(earnerRoutes.restore)).code).toBe(402);
    await testApp.deps.pool.query("update accounts set deactivated_at = now() - interval '13 months' where id = $1", [
      eli.accountId,
    ]);
    expect((await eli.refused(earnerRoutes.restore)).code).toBe(410);
    await testApp.deps.pool.query("update accounts set deactivated_at = now() - interval '2 months' where id = $1", [
      eli.accountId,
    ]);
    await payPlan(testApp, eli.accountId, "Individual");
    expect(await eli.call(earnerRoutes.readUpgradeCompletion)).toMatchObject({ plan: "Individual" });
    const other = await testApp.person("never.up");
    expect((await other.refused(earnerRoutes.restore)).code).toBe(409);
  });
});
