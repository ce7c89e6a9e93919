import { type Statement, statementRoutes, sumOfBalance } from "@app/contract/earnings";
import { payoutBatchRoutes } from "@app/contract/payout-batches";
import { payoutRoutes } from "@app/contract/payouts";
import { expect, test } from "vitest";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const staff = await testApp.person("boss", { staffRole: "admin" });

function travelTo(day: string): void {
  deps.now = () => new Date(`${day}T17:00:00Z`);
}

async function makePayout(): Promise<{ id: string }> {
  const batch = await staff.call(payoutBatchRoutes.make);
  const { payouts } = await staff.call(payoutBatchRoutes.payouts, { params: { id: batch?.id ?? "" } });
  return { id: payouts[0]?.id ?? "" };
}

const linesOf = ({ lines }: Statement) =>
  lines.map((line) => [line.on, line.movement, line.effect_cents, line.within_cents]);

test("the lines of every statement add up to its closing balance, even if a payout is returned before or after it was paid", async () => {
  travelTo("2026-03-10");
  const ana = await testApp.person("ana", { plan: "Individual" });
  await choosePayout(ana, { body: { method: "paypal", paypal_email: "ana.pay@mail.test" } });
  await earnAvailable(deps, ana.accountId, 3);
  const failed = (params: { id: string }) =>
    staff.call(payoutBatchRoutes.markOneFailed, { params, body: { reason: "PayPal sent it back." } });

  travelTo("2026-04-01");
  const first = await makePayout();
  await staff.call(payoutBatchRoutes.markOnePaid, { params: first, body: { paid_on: "2026-04-01" } });
  travelTo("2026-05-02");
  await failed(first);
  const second = await makePayout();
  await failed(second);
  travelTo("2026-06-01");
  const third = await makePayout();
  await staff.call(payoutBatchRoutes.markOnePaid, { params: third, body: { paid_on: "2026-06-01" } });

  const read = (period: string) => ana.call(statementRoutes.read, { query: { period } });
  expect(linesOf(await read("2026-01"))).toEqual([[expect.any(String), "credit", 3000, 0]]);
  expect(linesOf(await read("2026-03"))).toEqual([["2026-03-10", "release", 0, 3000]]);
  expect(linesOf(await read("2026-04"))).toEqual([
    ["2026-04-01", "payout", 0, 3000],
    ["2026-04-01", "payout-paid", -3000, 0],
  ]);
  // One was returned after it was marked as paid, and one before.
  const may = await read("2026-05");
  expect(linesOf(may)).toEqual([
    ["2026-05-02", "payout", 0, 3000],
    ["2026-05-02", "payout-return", 3000, 3000],
  ]);
  expect([sumOfBalance(may.opening), sumOfBalance(may.closing)]).toEqual([0, 3000]);

  const { months } = await ana.call(payoutRoutes.overview);
  expect(months).toEqual(["2026-06", "2026-05", "2026-04", "2026-03", "2026-01"]);
  for (const period of [...months, "2026"]) {
    const { opening, closing, lines } = await read(period);
    const effects = lines.reduce((sum, line) => sum + line.effect_cents, 0);
    expect(sumOfBalance(opening) + effects).toBe(sumOfBalance(closing));
  }
});
