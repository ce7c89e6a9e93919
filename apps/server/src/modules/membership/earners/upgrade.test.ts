import { safetyRoutes } from "@app/contract/account-safety";
import { billingRoutes } from "@app/contract/billing";
import { contentRoutes } from "@app/contract/contents";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { profileRoutes } from "@app/contract/profile";
import { describe, expect, test } from "vitest";
import { addFollows } from "#modules/channels/follows/follows.service.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { addTestCard, toOrder } from "#testing/billing.ts";
import { toBasics, toSport, toTeam } from "#testing/earner-forms.ts";
import { PASSWORD, type StagePerson } from "#testing/people.ts";
import { endPlan, payPlan } from "#testing/registrant.ts";
import { openStage } from "#testing/stage.ts";
import { completeRegistrationsJob } from "./earners.jobs.ts";

const stage = await openStage();
const { categoryId } = stage;

async function becomeAthlete(person: StagePerson): Promise<void> {
  await person.call(earnerRoutes.individualBasics, { body: toBasics(person.name) });
  await payPlan(stage, person.accountId, "Individual");
  await person.call(earnerRoutes.individualSport, { body: toSport(categoryId) });
}

describe("a General User who upgrades", () => {
  test("keeps the account, the session and whom they follow, and is an earner at once", async () => {
    const ada = await stage.person("ada.up");
    const idol = await stage.person("idol", { plan: "Team" });
    await addFollows(stage.deps.sql, [{ followerId: ada.accountId, channelId: idol.channelId }]);
    expect(await ada.call(earnerRoutes.registration)).toMatchObject({ is_upgrade: true, next: "plan" });
    const refusal = await ada.refused(earnerRoutes.team, { body: toTeam("ada.up", categoryId) });
    expect(refusal).toMatchObject({ code: 402, draft_id: expect.any(String) });
    expect((await ada.refused(earnerRoutes.completeUpgrade)).draft_id).toBe(refusal.draft_id);
    await payPlan(stage, ada.accountId, "Team");
    const cards = await Promise.all([1, 2].map(() => ada.call(earnerRoutes.completeUpgrade)));
    for (const card of cards)
      expect(card).toMatchObject({ id: ada.accountId, type: "Fieldhouse", plan: "Team", can: { upload: true } });
    const { rows } = await stage.deps.pool.query("select channel_id from follows where follower_id = $1", [
      ada.accountId,
    ]);
    expect(rows).toEqual([{ channel_id: idol.channelId }]);
    expect(await ada.call(contentRoutes.mine, { params: { contentType: "video" } })).toBeTruthy();
    expect(await ada.call(earnerRoutes.registration)).toMatchObject({ next: "done", draft_id: null });
  });

  test("may change their mind about the plan before paying", async () => {
    const bo = await stage.person("bo.up");
    await bo.refused(earnerRoutes.team, { body: toTeam("bo.up", categoryId) });
    await bo.call(earnerRoutes.saveTyped, { body: { plan: "Individual", form: null } });
    expect(await bo.call(earnerRoutes.registration)).toMatchObject({ plan: "Individual", next: "profile" });
    await becomeAthlete(bo);
    expect(await bo.call(profileRoutes.one)).toMatchObject({
      plan: "Individual",
      earner: { first_name: "Maya", team_name: null, contact_person: null },
    });
  });
});

describe("an earner's forms", () => {
  test("change the profile at once, say so, and belong to one plan", async () => {
    const cal = await stage.person("cal.up");
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

  test("of the plan that one changes to wait until it is the paid one", async () => {
    const deb = await stage.person("deb.up");
    await becomeAthlete(deb);
    const kept = await deb.call(earnerRoutes.team, { body: toTeam("deb.up", categoryId) });
    expect(kept).toMatchObject({ plan: "Individual", next: "done" });
    expect(await deb.call(earnerRoutes.completeUpgrade)).toMatchObject({ plan: "Individual" });
    await stage.deps.pool.query(
      `with renewed as (update subscriptions set plan = 'Team' where account_id = $1)
       update accounts set plan = 'Team' where id = $1`,
      [deb.accountId],
    );
    await enqueue(stage.deps.sql, completeRegistrationsJob, {});
    await stage.settle();
    expect(await deb.call(earnerRoutes.completeUpgrade)).toMatchObject({
      plan: "Team",
      full_name: "Charles River Eight",
    });
    expect((await deb.call(profileRoutes.one)).earner).toMatchObject({ plan: "Team", gpa: null, first_name: null });
  });
});

describe("an earner who is deactivated", () => {
  test("confirms the password, is a General User with nothing to be seen, and can be restored while it is paid", async () => {
    const dan = await stage.person("dan.up");
    const fan = await stage.person("fan.up");
    await becomeAthlete(dan);
    const video = await stage.publishes(dan, "Training");
    expect((await dan.refused(earnerRoutes.deactivate)).kind).toBe("confirm_password");
    await dan.call(safetyRoutes.confirmPassword, { body: { password: PASSWORD } });
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

    expect(await dan.call(earnerRoutes.restore)).toMatchObject({ type: "Fieldhouse", plan: "Individual" });
    expect(await fan.call(contentRoutes.one, { params: { id: video.id } })).toMatchObject({ title: "Training" });
    expect((await dan.call(profileRoutes.one)).deactivated).toBeNull();
  });

  test("is told on the way back that the plan ends with the month, and resumes it", async () => {
    const fin = await stage.person("fin.up");
    await fin.refused(earnerRoutes.team, { body: toTeam("fin.up", categoryId) });
    await fin.call(billingRoutes.createSubscription, { body: toOrder("Team", await addTestCard(fin)) });
    await fin.call(safetyRoutes.confirmPassword, { body: { password: PASSWORD } });
    await fin.call(earnerRoutes.deactivate);
    await stage.settle();
    const reply = await fin.send("POST", "/api/v1/restore-earner");
    const { message, data } = JSON.parse(reply.text);
    const { subscription } = await fin.call(billingRoutes.summary);
    expect(subscription).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect([message, data.plan_ends_at]).toEqual([EARNER_MESSAGES.restoredEnding, subscription?.current_period_end]);
    await fin.call(billingRoutes.resume);
    expect(await fin.call(earnerRoutes.restore)).toMatchObject({ plan: "Team", plan_ends_at: null });
  });

  test("who is back before anything was stopped keeps the plan, and nothing stops it later", async () => {
    const gia = await stage.person("gia.up");
    await gia.refused(earnerRoutes.team, { body: toTeam("gia.up", categoryId) });
    await gia.call(billingRoutes.createSubscription, { body: toOrder("Team", await addTestCard(gia)) });
    await gia.call(safetyRoutes.confirmPassword, { body: { password: PASSWORD } });
    await gia.call(earnerRoutes.deactivate);
    expect(await gia.call(earnerRoutes.restore)).toMatchObject({ plan: "Team", plan_ends_at: null });
    await stage.settle();
    expect((await gia.call(billingRoutes.summary)).subscription).toMatchObject({ cancel_at_period_end: false });
  });

  test("pays again when the plan has ended, and is back with the payment; after twelve months it is too late", async () => {
    const eli = await stage.person("eli.up");
    await becomeAthlete(eli);
    await eli.call(safetyRoutes.confirmPassword, { body: { password: PASSWORD } });
    await eli.call(earnerRoutes.deactivate);
    await endPlan(stage, eli.accountId);
    expect((await eli.refused(earnerRoutes.restore)).code).toBe(402);
    await stage.deps.pool.query("update accounts set deactivated_at = now() - interval '13 months' where id = $1", [
      eli.accountId,
    ]);
    expect((await eli.refused(earnerRoutes.restore)).code).toBe(410);
    await stage.deps.pool.query("update accounts set deactivated_at = now() - interval '2 months' where id = $1", [
      eli.accountId,
    ]);
    await payPlan(stage, eli.accountId, "Individual");
    expect(await eli.call(earnerRoutes.completeUpgrade)).toMatchObject({ plan: "Individual" });
    const other = await stage.person("never.up");
    expect((await other.refused(earnerRoutes.restore)).code).toBe(409);
  });
});
