import { referralRoutes } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { findIneligibility, type ReferralMoment } from "./referrals.policy.ts";
import type { ReferrerStatus } from "./referrals.sql.ts";
import { openJoiners } from "./testing/joiners.ts";

const testApp = await createTestApp();
const { signsUp, verifies } = openJoiners(testApp);
const { pool } = testApp.deps;

const ACTIVE: ReferrerStatus = {
  has_plan: true,
  is_deactivated: false,
  is_leaving: false,
  is_hidden: false,
  is_link_active: true,
  is_link_withdrawn: false,
};

const MOMENTS: Record<ReferralMoment, string> = {
  joined: "when this person joined.",
  verified: "when this person verified their email address.",
  first_payment: "when this person paid for a plan.",
};

describe.each(Object.entries(MOMENTS) as [ReferralMoment, string][])("at the moment %s", (moment, ending) => {
  test.each<[string, Partial<ReferrerStatus>, string | null]>([
    ["an active earner", {}, null],
    ["an earner whose plan has ended", { has_plan: false }, "Your plan was not active"],
    [
      "a deactivated earner",
      { is_deactivated: true, is_hidden: true, has_plan: false },
      "Your earner account was deactivated",
    ],
    ["an earner who is leaving", { is_leaving: true, is_hidden: true }, "Your account was about to be deleted"],
    ["an earner whose link staff switched off", { is_link_active: false }, "Your referral link was turned off"],
    ["an earner whose channel staff took down", { is_hidden: true }, "Your channel was hidden"],
  ])("%s", (_, status, reason) => {
    expect(findIneligibility({ ...ACTIVE, ...status }, moment)).toBe(reason === null ? null : `${reason} ${ending}`);
  });
});

async function earner(name: string): Promise<TestPerson & { code: string }> {
  const person = await testApp.person(name, { plan: "Individual" });
  return { ...person, code: (await person.call(referralRoutes.link)).code };
}

describe.each([
  ["lapsed", "update accounts set plan_lapsed_at = now() where id = $1", "Your plan was not active"],
  [
    "deactivated",
    "update accounts set deactivated_at = now(), plan = null, user_type = 'General User' where id = $1",
    "Your earner account was deactivated",
  ],
  ["leaving", "update accounts set deletion_due_at = now() where id = $1", "Your account was about to be deleted"],
  [
    "hidden",
    "update channels set hidden_at = now(), hidden_for = '{staff}' where owner_id = $1",
    "Your channel was hidden",
  ],
  [
    "switched off",
    "update referral_codes set is_active = false where earner_id = $1",
    "Your referral link was turned off",
  ],
])("a link whose earner is %s", (state, sql, reason) => {
  const name = state.replace(" ", "");

  test("shows no banner, refers nobody, and gives the same result once the person has verified", async () => {
    const owner = await earner(name);
    await signsUp(`${name}.early`, { code: owner.code });
    await pool.query(sql, [owner.accountId]);
    expect(await testApp.visitor.call(referralRoutes.referrer, { params: { code: owner.code } })).toBeNull();
    await signsUp(`${name}.late`, { code: owner.code });
    await verifies(`${name}.early`);
    await verifies(`${name}.late`);
    const { rows } = await pool.query(
      "select username, stage, reason from referrals join accounts on id = referred_id where earner_id = $1",
      [owner.accountId],
    );
    expect(rows).toEqual([{ username: `${name}.early`, stage: "ineligible", reason: `${reason} ${MOMENTS.verified}` }]);
  });
});
