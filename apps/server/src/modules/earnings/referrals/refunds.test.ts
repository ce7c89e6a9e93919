import { billingRoutes } from "@app/contract/billing";
import { earnerRoutes } from "@app/contract/earners";
import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { beforeEach, expect, test } from "vitest";
import { makeBatch } from "#modules/earnings/payouts/batches.service.ts";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld } from "#testing/billing-world.ts";
import { toTeam } from "#testing/earner-forms.ts";
import type { TestPerson } from "#testing/people.ts";
import { signUpAsEarner } from "#testing/registrant.ts";
import { changeReferralTrigger, makeDueReferralsAvailable } from "./referrals.service.ts";

const world = await createSandboxWorld();
const { testApp } = world;
const { deps } = testApp;
const { pool } = deps;

beforeEach(async () => void (await changeReferralTrigger(deps.sql, "first_payment")));

async function earner(name: string): Promise<TestPerson & { code: string }> {
  const person = await testApp.person(name, { plan: "Individual" });
  return { ...person, code: (await person.call(referralRoutes.link)).code };
}

/** Signs up with a code, and pays. */
async function pays(username: string, code: string) {
  const person = await signUpAsEarner(testApp, username, { referral_code: code });
  await person.refused(earnerRoutes.team, { body: toTeam(username, testApp.categoryId) });
  await person.call(billingRoutes.createSubscription, { body: toOrder("Team", await world.addCard(person)) });
  return person;
}

test("a refund is given while the reward is in a payout on its way, and the reward stays", async () => {
  const ann = await earner("ann");
  await choosePayout(ann, { body: { method: "paypal", paypal_email: "ann.pay@mail.test" } });
  await earnAvailable(deps, ann.accountId, 2);
  const bo = await pays("bo.r", ann.code);
  await pool.query("update referrals set available_at = now() where referred_id = $1", [bo.accountId]);
  await makeDueReferralsAvailable(deps);
  await makeBatch(deps, null);
  expect(await ann.call(earningRoutes.summary)).toMatchObject({ in_transit_cents: 3000 });

  await bo.call(earnerRoutes.endWithRefund);
  await testApp.settle();
  const { rows } = await pool.query("select sum(amount_cents)::int as cents from refunds");
  expect(rows).toEqual([{ cents: 2999 }]);
  expect(await ann.call(earningRoutes.summary)).toMatchObject({ total_cents: 3000, in_transit_cents: 3000 });
});
