import { auditRoutes } from "@app/contract/audit";
import { earningRoutes } from "@app/contract/earnings";
import { FRAUD_FLAGS, MISSED_REFERRAL_DAYS, referralReviewRoutes } from "@app/contract/referral-review";
import { referralRoutes } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import { openJoiners } from "#modules/earnings/referrals/testing/joiners.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const { earner, joins, signsUp } = openJoiners(testApp);
const staff = await testApp.person("boss", { staffRole: "admin" });

const open = async () => (await staff.call(referralReviewRoutes.list)).referrals;

describe("a flagged referral", () => {
  test("waits for staff, who release or reverse it, and its earner reads why", async () => {
    const amy = await earner("amy");
    await joins("good", amy.code, {}, { email: "good@mailinator.com" });
    await joins("evil", amy.code, {}, { email: "evil@mailinator.com" });
    const [good, evil] = await open();
    expect(good).toMatchObject({
      username: "good",
      earner: "amy",
      stage: "pending",
      amount_cents: 1000,
      flags: ["disposable-mail"],
      earner_referrals: 2,
      earner_flagged: 2,
      can: { release: true, reverse: true },
    });
    const reasonOf = async (name: string) =>
      (await amy.call(referralRoutes.details)).referrals.find((one) => one.username === name)?.reason;
    expect(await reasonOf("good")).toBe("We are taking a closer look at this referral.");

    const params = { id: good?.id ?? "" };
    await staff.call(referralReviewRoutes.release, { params });
    expect((await staff.refused(referralReviewRoutes.release, { params })).code).toBe(409);
    expect(await reasonOf("good")).toBeNull();
    await staff.call(referralReviewRoutes.reverse, {
      params: { id: evil?.id ?? "" },
      body: { reason: "This was no new person." },
    });
    expect(await reasonOf("evil")).toBe("This was no new person.");
    expect(await amy.call(earningRoutes.summary)).toMatchObject({ pending_cents: 1000, referrals: { reversed: 1 } });
    expect(await open()).toEqual([]);
    const { entries } = await staff.call(auditRoutes.list);
    expect(entries.map((entry) => [entry.action, entry.reason])).toEqual([
      ["referral.reversed", "This was no new person."],
      ["referral.released", ""],
    ]);
    const decided = await staff.call(referralReviewRoutes.list, { query: { state: "decided" } });
    expect(decided.referrals.map((one) => [one.username, one.stage, one.can.release])).toEqual([
      ["evil", "reversed", false],
      ["good", "pending", false],
    ]);
  });

  test("is listed among the decided ones by when staff decided, whenever the reward was earned", async () => {
    const decide = async () =>
      (await staff.call(referralReviewRoutes.list, { query: { state: "decided" } })).referrals.map((one) => one.id);
    const newestFirst = await decide();
    const [newest, older] = newestFirst;
    if (!older) throw new Error("only one was decided");
    await deps.pool.query("update referrals set review = 'open' where referred_id = $1", [older]);
    await staff.call(referralReviewRoutes.release, { params: { id: older } });
    expect(await decide()).toEqual([older, newest]);
  });

  test("has a sentence for every flag", () => {
    for (const sentence of Object.values(FRAUD_FLAGS)) expect(sentence).toMatch(/^\p{Lu}.{20,120}\.$/u);
  });
});

describe("a missed referral", () => {
  const add = (referred: string, name = "bob") => ({
    body: { earner: name, referred, reason: "They typed the address themselves." },
  });

  test("is added by staff within 30 days, once, and credited like any other", async () => {
    const bob = await earner("bob");
    await joins("late", undefined);
    const both = await Promise.all([1, 2].map(() => staff.send("POST", "/api/v1/admin/referrals", add("@late"))));
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 422]);
    expect(await bob.call(earningRoutes.summary)).toMatchObject({ pending_cents: 1000, referrals: { pending: 1 } });
    const errorsOf = async (referred: string, name?: string) =>
      (await staff.refused(referralReviewRoutes.addMissed, add(referred, name))).errors;
    expect(await errorsOf("late")).toEqual({ referred: ["This person was already referred."] });
    expect(await errorsOf("bob")).toEqual({ referred: ["Nobody can refer themselves."] });
    expect(await errorsOf("nobody")).toHaveProperty("referred");
    expect(await errorsOf("late", "late")).toEqual({ earner: ["There is no earner with this username."] });
    await signsUp("unverified");
    expect(await errorsOf("unverified")).toEqual({
      referred: ["This person has not verified their email address yet."],
    });
    await deps.pool.query(
      "update accounts set created_at = now() - make_interval(days => $1) where username = 'unverified'",
      [MISSED_REFERRAL_DAYS + 1],
    );
    expect(await errorsOf("unverified")).toEqual({
      referred: ["There is nobody with this username who signed up in the last 30 days."],
    });
    await deps.pool.query("update accounts set plan_lapsed_at = now() where id = $1", [bob.accountId]);
    expect((await errorsOf("nobody")).earner?.[0]).toMatch(/^This earner earns nothing now/);
  });
});
