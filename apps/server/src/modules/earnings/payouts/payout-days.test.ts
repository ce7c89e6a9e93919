import { earningRoutes, statementRoutes } from "@app/contract/earnings";
import { payoutBatchRoutes } from "@app/contract/payout-batches";
import { payoutRoutes } from "@app/contract/payouts";
import { referralRoutes } from "@app/contract/referrals";
import { expect, test } from "vitest";
import { bringPeople, choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const staff = await testApp.person("boss", { staffRole: "admin" });
const DAY = "2026-12-31";

test("the page and the file date payouts in the platform's time zone, like the statement, wherever they are read", async () => {
  // In New York it is the last evening of the year; in UTC, and where the earner lives, the next year has begun.
  const evening = new Date("2027-01-01T01:30:00Z");
  deps.now = () => evening;
  const ana = await testApp.person("ana", { plan: "Individual" });
  await choosePayout(ana, { body: { method: "paypal", paypal_email: "ana.pay@mail.test" } });
  await earnAvailable(deps, ana.accountId, 3);
  await bringPeople(deps, ana.accountId, { count: 1, at: new Date("2026-12-02T02:00:00Z") });
  expect(await ana.call(earningRoutes.summary)).toMatchObject({ next_available_on: DAY });

  const batch = await staff.call(payoutBatchRoutes.make);
  expect(batch).toMatchObject({ month: DAY.slice(0, 7), created_on: DAY });
  const params = { id: batch?.id ?? "" };
  await staff.call(payoutBatchRoutes.markPaid, { params, body: { paid_on: DAY } });
  const days = { created_on: DAY, paid_on: DAY, failed_on: null };
  expect((await ana.call(payoutRoutes.list)).payouts).toMatchObject([days]);
  const { batch: read, payouts } = await staff.call(payoutBatchRoutes.payouts, { params });
  expect(read).toMatchObject({ created_on: DAY });
  expect((await staff.call(payoutBatchRoutes.list)).batches).toMatchObject([{ created_on: DAY }]);
  expect(payouts).toMatchObject([days]);
  const { referrals } = await ana.call(referralRoutes.allDetails);
  expect(referrals.map(({ month, unlocks_on, paid_on }) => [month, unlocks_on, paid_on])).toEqual([
    ["2026-12", DAY, null],
    ...Array.from({ length: 3 }, () => ["2026-11", null, DAY]),
  ]);
  const { lines } = await ana.call(statementRoutes.read, { query: { period: "2026-12" } });
  expect(lines.find((line) => line.movement === "payout-paid")).toMatchObject({ on: DAY });

  const [payout] = payouts;
  await staff.call(payoutBatchRoutes.markOneFailed, {
    params: { id: payout?.id ?? "" },
    body: { reason: "Sent back." },
  });
  expect((await ana.call(payoutRoutes.list)).payouts).toMatchObject([{ ...days, failed_on: DAY }]);
});
