import { accountSecurityRoutes } from "@app/contract/account-security";
import { accountRoutes } from "@app/contract/accounts";
import { EARNER_TYPE } from "@app/contract/brand";
import { EARNER_MESSAGES, earnerRoutes } from "@app/contract/earners";
import { notificationRoutes } from "@app/contract/notifications";
import { payoutRoutes } from "@app/contract/payouts";
import { profileRoutes } from "@app/contract/profile";
import { describe, expect, test } from "vitest";
import { toBasics, toOrganization, toSport, toTeam } from "#testing/earner-forms.ts";
import { PASSWORD, type TestPerson } from "#testing/people.ts";
import { payPlan } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { categoryId } = testApp;

async function athlete(name: string): Promise<TestPerson> {
  const person = await testApp.person(name);
  await person.call(earnerRoutes.individualBasics, { body: toBasics(name) });
  await payPlan(testApp, person.accountId, "Individual");
  await person.call(earnerRoutes.individualSport, { body: toSport(categoryId) });
  return person;
}

describe("who is paid by check", () => {
  test("confirms the password to send it elsewhere, and is notified of it", async () => {
    const nan = await athlete("nan.p");
    await nan.call(profileRoutes.update, { body: { street: "1 Old Road" } });
    await nan.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await nan.call(payoutRoutes.saveMethod, { body: { method: "check" } });
    const countNotices = async () => {
      await testApp.settle();
      const { notifications } = await nan.call(notificationRoutes.list);
      return notifications.filter((one) => one.notification_message.includes("Where your payouts go")).length;
    };
    const before = await countNotices();
    await testApp.deps.pool.query("update devices set password_confirmed_at = null where account_id = $1", [
      nan.accountId,
    ]);
    await nan.call(profileRoutes.update, { body: { bio: "Sculls", street: "1 Old Road", gpa: "3.9" } });
    for (const body of [{ street: "9 Other Road" }, { last_name: "Other" }])
      expect((await nan.refused(profileRoutes.update, { body })).kind).toBe("confirm_password");
    const form = { body: { ...toBasics("nan.p"), street: "9 Other Road" } };
    expect((await nan.refused(earnerRoutes.individualBasics, form)).kind).toBe("confirm_password");
    expect((await nan.call(profileRoutes.one)).earner).toMatchObject({ street: "1 Old Road", last_name: "Torres" });
    expect(await countNotices()).toBe(before);
    await nan.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await nan.call(profileRoutes.update, { body: { street: "9 Other Road" } });
    expect(await countNotices()).toBe(before + 1);
  });
});

describe("a deactivated earner who is paid by check", () => {
  test("confirms the password before a form of a plan sends it elsewhere", async () => {
    const pam = await athlete("pam.p");
    await pam.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await pam.call(payoutRoutes.saveMethod, { body: { method: "check" } });
    await pam.call(earnerRoutes.deactivate);
    await testApp.deps.pool.query("update devices set password_confirmed_at = null where account_id = $1", [
      pam.accountId,
    ]);
    const form = { body: { ...toBasics("pam.p"), street: "9 Other Road" } };
    expect((await pam.refused(earnerRoutes.individualBasics, form)).kind).toBe("confirm_password");
    const team = { body: toTeam("pam.p", categoryId) };
    expect((await pam.refused(earnerRoutes.team, team)).kind).toBe("confirm_password");
    await pam.call(earnerRoutes.individualBasics, { body: toBasics("pam.p") });
    await pam.call(accountSecurityRoutes.confirmPassword, { body: { password: PASSWORD } });
    await pam.call(earnerRoutes.individualBasics, form);
  });
});

describe("a member's own profile", () => {
  test("shows everything about an athlete except the SSN, with dates as precise as they are known", async () => {
    const abe = await athlete("abe.p");
    expect(await abe.call(profileRoutes.one)).toMatchObject({
      username: "abe.p",
      full_name: "Maya Torres",
      phone: "+16175550123",
      date_of_birth: "2000-02",
      bio: "Single sculls",
      earner: {
        plan: "Individual",
        first_name: "Maya",
        ssn_last4: "7265",
        state: "MA",
        graduation_year: "2027",
        gpa: "3.85",
        channel_category: [{ id: categoryId, name: "Rowing" }],
        offers: [{ college_name: "Rice University", college_category: 88, college_offer_date: "2025-09-14" }],
      },
      deactivated: null,
    });
  });

  test("has no earner's part for a General User", async () => {
    const bea = await testApp.person("bea.p");
    expect(await bea.call(profileRoutes.one)).toMatchObject({ plan: null, earner: null, date_of_birth: null });
    expect((await testApp.visitor.refused(profileRoutes.one)).code).toBe(401);
  });
});

describe("changing it", () => {
  test("changes single fields of an athlete and keeps the rest", async () => {
    const cy = await athlete("cy.p");
    const before = await cy.call(profileRoutes.one);
    const card = await cy.call(profileRoutes.update, {
      body: { first_name: "Cyra", gpa: "3.90", channel_name: "Cyra rows", phone: "6175550198", bio: "" },
    });
    expect(card).toMatchObject({ full_name: "Cyra Torres", channel: { name: "Cyra rows" } });
    // Every reply to an update carries these.
    expect(card).toMatchObject({
      email: cy.email,
      plan: "Individual",
      profile_url: null,
      username: "cy.p",
      user_type: EARNER_TYPE,
    });
    const refusal = await cy.refused(profileRoutes.update, { body: { first_name: "Cy", phone: null } });
    expect([refusal.code, refusal.errors]).toEqual([422, { phone: ["Phone is a required field"] }]);
    expect(await cy.call(profileRoutes.one)).toEqual({
      ...before,
      full_name: "Cyra Torres",
      phone: "+16175550198",
      bio: "",
      channel: { ...before.channel, name: "Cyra rows" },
      earner: before.earner && { ...before.earner, first_name: "Cyra", gpa: "3.90" },
    });
  });

  test("keeps the day of a date when only its month comes back", async () => {
    const dot = await athlete("dot.p");
    const offers = [
      { college_name: "Rice University", college_offer_date: "09/2025" },
      { college_name: "Duke University", college_offer_date: "09/2025" },
    ];
    await dot.call(profileRoutes.update, { body: { offers } });
    expect((await dot.call(profileRoutes.one)).earner?.offers).toMatchObject([
      { college_offer_date: "2025-09-14" },
      { college_offer_date: "2025-09" },
    ]);
  });

  test("changes a team's contacts, and gives an organization no coach", async () => {
    const team = await testApp.person("team.p");
    await payPlan(testApp, team.accountId, "Team");
    await team.call(earnerRoutes.team, { body: toTeam("team.p", categoryId) });
    const coach = { coach_person_first_name: "Kim", coach_person_phone: "+442071838750" };
    await team.call(profileRoutes.update, { body: { ...coach, phone: null, team_name: "The Eight" } });
    expect(await team.call(profileRoutes.one)).toMatchObject({
      full_name: "The Eight",
      earner: {
        team_name: "The Eight",
        coach_person: { first_name: "Kim", last_name: "Reyes", phone: "+442071838750" },
        contact_person: { first_name: "Jo", phone: "+16175550155" },
      },
    });
    const required = await team.refused(profileRoutes.update, { body: { contact_person_phone: null } });
    expect(required.errors).toEqual({ contact_person_phone: ["Contact phone is a required field"] });
    const club = await testApp.person("club.p");
    await payPlan(testApp, club.accountId, "Organization");
    await club.call(earnerRoutes.organization, { body: toOrganization("club.p", categoryId) });
    const refusal = await club.refused(profileRoutes.update, { body: { ...coach, gpa: "4" } });
    expect(Object.keys(refusal.errors).toSorted()).toEqual(["coach_person_first_name", "coach_person_phone", "gpa"]);
  });

  test("keeps the profile of the previous plan until the new plan's form replaces it whole", async () => {
    const ned = await athlete("ned.p");
    await testApp.deps.pool.query("update accounts set plan = 'Team' where id = $1", [ned.accountId]);
    await ned.call(profileRoutes.update, { body: { bio: "Coxswain", channel_name: "Ned rows" } });
    expect(await ned.call(profileRoutes.one)).toMatchObject({
      plan: "Team",
      full_name: "Maya Torres",
      bio: "Coxswain",
      earner: { plan: "Individual", first_name: "Maya", gpa: "3.85" },
    });
    const refusal = await ned.refused(profileRoutes.update, { body: { coach_person_first_name: "Kim" } });
    expect([refusal.code, refusal.message]).toEqual([409, EARNER_MESSAGES.otherPlan]);
    await ned.call(earnerRoutes.team, { body: toTeam("ned.p", categoryId) });
    expect((await ned.call(profileRoutes.one)).earner).toMatchObject({
      plan: "Team",
      gpa: null,
      contact_person: { first_name: "Jo" },
      coach_person: { last_name: "Reyes" },
    });
  });

  test("changes a General User's name, bio and phone, and none of an earner's fields", async () => {
    const eve = await testApp.person("eve.p");
    await eve.call(profileRoutes.update, { body: { full_name: "Eve Adams", bio: "Fan", phone: "6175550199" } });
    expect(await eve.call(profileRoutes.one)).toMatchObject({
      full_name: "Eve Adams",
      bio: "Fan",
      phone: "+16175550199",
    });
    const body = { ssn: "123456789", channel_category: [categoryId], first_name: "Eve" };
    const refusal = await eve.refused(profileRoutes.update, { body });
    expect(Object.keys(refusal.errors).toSorted()).toEqual(["channel_category", "first_name", "ssn"]);
  });

  test("never changes the account's identity", async () => {
    const fin = await athlete("fin.p");
    for (const field of ["username", "email", "user_type", "plan", "date_of_birth", "ssn_last4", "is_staff", "id"]) {
      const reply = await fin.send("POST", "/api/v1/user/profile/update", { body: { [field]: "x" } });
      expect([field, reply.status]).toEqual([field, 422]);
    }
    expect(await fin.call(accountRoutes.devices)).toHaveLength(1);
  });
});
