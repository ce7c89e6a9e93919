import { auditRoutes } from "@app/contract/audit";
import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { payoutBatchRoutes } from "@app/contract/payout-batches";
import { payoutRoutes } from "@app/contract/payouts";
import { taxRoutes } from "@app/contract/tax";
import { describe, expect, test } from "vitest";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { queueErasure } from "#modules/identity/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { W9 } from "#testing/matrix-money.ts";
import { createTestApp } from "#testing/test-app.ts";
import { purgeTaxFormsJob } from "./tax.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const staff = await testApp.person("boss", { staffRole: "admin" });
const PAYPAL = { method: "paypal", paypal_email: "pay@mail.test" } as const;

/** One payout of what was earned, made and paid on a day. */
async function payOn(day: string): Promise<void> {
  deps.now = () => new Date(`${day}T17:00:00Z`);
  const batch = await staff.call(payoutBatchRoutes.make);
  if (batch) await staff.call(payoutBatchRoutes.markPaid, { params: { id: batch.id }, body: { paid_on: day } });
}

describe("taxes", () => {
  test("a payment that would reach the threshold waits for a W-9, and is exported with its number", async () => {
    deps.now = () => new Date("2025-11-01T17:00:00Z");
    const ana = await testApp.person("ana", { plan: "Individual" });
    const low = await testApp.person("low", { plan: "Individual" });
    for (const person of [ana, low]) await choosePayout(person, { body: PAYPAL });
    await earnAvailable(deps, ana.accountId, 30);
    await earnAvailable(deps, low.accountId, 3);
    await payOn("2025-11-01");
    await earnAvailable(deps, ana.accountId, 30);
    expect((await ana.call(payoutRoutes.overview)).hurdles).toEqual(["w9"]);
    await payOn("2025-12-01");
    expect((await ana.call(payoutRoutes.overview)).available_cents).toBe(30_000);

    await ana.call(taxRoutes.giveW9, { body: { ...W9, tin: "123-45-6789" } });
    const { hurdles, w9 } = await ana.call(payoutRoutes.overview);
    expect(hurdles).toEqual([]);
    expect(w9).toEqual({
      name: "Maya Lee",
      tin_type: "ssn",
      tin_last4: "6789",
      certified_at: "2025-12-01T17:00:00.000Z",
    });
    // Late on New Year's Eve in New York: the date paid decides, in the platform's time zone.
    deps.now = () => new Date("2026-01-01T04:30:00Z");
    const batch = await staff.call(payoutBatchRoutes.make);
    expect(batch).toMatchObject({ month: "2025-12", payouts: 1 });
    await staff.call(payoutBatchRoutes.markPaid, {
      params: { id: batch?.id ?? "" },
      body: { paid_on: "2025-12-31" },
    });
    deps.now = () => new Date("2026-01-20T17:00:00Z");
    const { years, current } = await staff.call(taxRoutes.years);
    expect(current).toEqual({ year: 2026, is_entered: true });
    expect(years).toEqual([
      {
        year: 2026,
        threshold_cents: 200_000,
        form: "1099-MISC",
        box: "3",
        paid_earners: 0,
        reported_earners: 0,
        paid_cents: 0,
      },
      {
        year: 2025,
        threshold_cents: 60_000,
        form: "1099-MISC",
        box: "3",
        paid_earners: 2,
        reported_earners: 1,
        paid_cents: 63_000,
      },
    ]);
    const { csv, file_name } = await staff.call(taxRoutes.exportYear, { params: { year: 2025 } });
    expect(file_name).toBe("tax-2025.csv");
    expect(csv.trim().split("\r\n").slice(1)).toEqual([
      "2025,1099-MISC,3,600.00,Maya Lee,,Individual or sole proprietor,SSN,123456789,1 Main St,Troy,NY,12180,ana",
    ]);
    const { entries } = await staff.call(auditRoutes.list);
    expect(entries[0]).toMatchObject({ action: "tax_year.exported", subject: { id: "tax-year-2025" } });
    expect(JSON.stringify(entries)).not.toContain("123456789");
    expect((await staff.refused(taxRoutes.exportYear, { params: { year: 2024 } })).message).toMatch(
      /^Nobody has entered the tax threshold of 2024 yet/,
    );
  });

  test("the number is stored encrypted, and in no reply", async () => {
    const { rows } = await deps.pool.query("select tax_forms::text as form from tax_forms");
    expect(rows).toHaveLength(1);
    expect(rows[0].form).not.toContain("123456789");
    const bea = await testApp.person("bea", { plan: "Team" });
    const reply = await bea.send("POST", "/api/v1/tax-form", { body: W9 });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain("123456789");
    const overview = await bea.send("GET", "/api/v1/payouts/overview");
    expect(overview.text).not.toContain("123456789");
    expect(overview.text).toContain("6789");
  });

  test("a W-9 without a certification, or with an invalid number, is refused on its field", async () => {
    const cal = await testApp.person("cal", { plan: "Individual" });
    const errorsOf = async (more: object) =>
      JSON.parse((await cal.send("POST", "/api/v1/tax-form", { body: { ...W9, ...more } })).text).errors;
    expect(await errorsOf({ is_certified: false })).toEqual({
      is_certified: ["Please certify this to submit your W-9."],
    });
    expect(await errorsOf({ tin: "12345" })).toEqual({ tin: ["The number must be exactly 9 digits."] });
    expect(await errorsOf({ tax_class: "king" })).toHaveProperty("tax_class");
    expect((await cal.call(payoutRoutes.overview)).w9).toBeNull();
  });

  test("a minor's W-9 is refused, and nothing of it is stored, until a guardian consents", async () => {
    const eve = await testApp.person("eve", { plan: "Individual" });
    const bornIn = (year: number) =>
      deps.pool.query("update accounts set date_of_birth = $2 where id = $1", [eve.accountId, `${year}-05-05`]);
    await bornIn(deps.now().getFullYear() - 15);
    expect(await eve.refused(taxRoutes.giveW9, { body: W9 })).toMatchObject({
      code: 403,
      message: GUARDIAN_MESSAGES.needed,
    });
    const { hurdles, w9 } = await eve.call(payoutRoutes.overview);
    expect([hurdles.includes("guardian"), w9]).toEqual([true, null]);
    await bornIn(deps.now().getFullYear() - 19);
    await eve.call(taxRoutes.giveW9, { body: W9 });
    expect((await eve.call(payoutRoutes.overview)).w9).toMatchObject({ tin_last4: W9.tin.slice(-4) });
  });

  test("an erased account's forms go at once if it was never paid, and after four years if it was", async () => {
    const formsOf = async (id: string) =>
      (await deps.pool.query("select id from tax_forms where account_id = $1", [id])).rows.length;
    const erase = async (accountId: string) => {
      await inTransaction(deps.sql, (tx) => queueErasure(deps, tx, accountId));
      await testApp.settle();
    };
    const dee = await testApp.person("dee", { plan: "Individual" });
    await dee.call(taxRoutes.giveW9, { body: W9 });
    await choosePayout(dee, { body: PAYPAL });
    const { rows } = await deps.pool.query("select id from accounts where username = 'ana'");
    for (const id of [dee.accountId, rows[0].id]) await erase(id);
    expect(await formsOf(dee.accountId)).toBe(0);
    expect((await deps.pool.query("select from payout_methods where account_id = $1", [dee.accountId])).rows).toEqual(
      [],
    );
    expect(await formsOf(rows[0].id)).toBe(1);
    for (const [day, left] of [
      ["2029-12-01", 1],
      ["2030-01-02", 0],
    ] as const) {
      deps.now = () => new Date(`${day}T12:00:00Z`);
      await purgeTaxFormsJob.run(deps, {}, new AbortController().signal, { require: async () => undefined });
      expect(await formsOf(rows[0].id)).toBe(left);
    }
  });
});
