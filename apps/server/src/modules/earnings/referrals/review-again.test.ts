import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { earningRoutes } from "@app/contract/earnings";
import { referralReviewRoutes } from "@app/contract/referral-review";
import { expect, test } from "vitest";
import { openJoiners } from "#modules/earnings/referrals/testing/joiners.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld } from "#testing/billing-world.ts";
import { toTeam } from "#testing/earner-forms.ts";
import { signUpAsEarner, type TestRegistrant } from "#testing/registrant.ts";

const world = await createSandboxWorld();
const { testApp } = world;
const { pool } = testApp.deps;
const { earner, verifies } = openJoiners(testApp);
const staff = await testApp.person("boss", { staffRole: "admin" });

const OTHER_CARD = "5555555555554444";

/** Joins, verifies the address, which earns the reward, and has yet to pay for a team. */
async function joinsAsTeam(username: string, code: string): Promise<TestRegistrant> {
  const person = await signUpAsEarner(testApp, username, { referral_code: code });
  await person.refused(earnerRoutes.team, { body: toTeam(username, testApp.categoryId) });
  await verifies(username);
  return person;
}

async function pays(person: TestRegistrant, card?: string): Promise<void> {
  await person.call(billingRoutes.createSubscription, { body: toOrder("Team", await world.addCard(person, card)) });
}

const flagsOf = async (state: "open" | "decided") =>
  (await staff.call(referralReviewRoutes.list, { query: { state } })).referrals.map(({ username, flags }) => [
    ...[username, flags],
  ]);

test("a person who becomes an earner with the earner's card or a known SSN is reviewed while the reward is pending", async () => {
  const amy = await earner("amy");
  await world.addCard(amy);
  const pat = await joinsAsTeam("pat", amy.code);
  await pays(pat, OTHER_CARD);
  expect(await flagsOf("open")).toEqual([]);

  const quy = await joinsAsTeam("quy", amy.code);
  expect(await flagsOf("open")).toEqual([]);
  await pays(quy);
  expect(await flagsOf("open")).toEqual([["quy", ["same-ssn", "same-card"]]]);
  expect(await amy.call(earningRoutes.summary)).toMatchObject({ pending_cents: 2000 });
});

test("what staff have decided stays decided", async () => {
  const bea = await earner("bea");
  await world.addCard(bea);
  const rae = await joinsAsTeam("rae", bea.code);
  await pool.query("update referrals set review = 'open', signals = '{claimed}' where referred_id = $1", [
    rae.accountId,
  ]);
  await staff.call(referralReviewRoutes.release, { params: { id: rae.accountId } });
  await pays(rae);
  expect(await flagsOf("open")).not.toContainEqual(["rae", expect.anything()]);
  expect(await flagsOf("decided")).toEqual([["rae", ["claimed"]]]);
});
