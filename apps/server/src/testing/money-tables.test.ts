import { billingRoutes } from "@app/contract/billing";
import { describe, expect, test } from "vitest";
import { toOrder } from "./billing.ts";
import { createSandboxWorld } from "./billing-world.ts";

const world = await createSandboxWorld();
const { testApp } = world;

/** Every table of money is listed here. */
const MONEY = [
  ...["plan_prices", "billing_customers", "payment_methods", "subscriptions", "invoices", "invoice_lines", "refunds"],
  ...["webhook_events", "ledger_accounts", "ledger_transfers", "ledger_entries", "ledger_checkpoints", "ledger_hours"],
  ...["referrals", "referral_codes", "payout_batches", "payouts", "payout_accounts", "tax_years", "tax_forms"],
];
/** Derived from the others, and recomputed every ten minutes. */
const DERIVED = ["top_earners", "weekly_earners", "site_stats"];
const APPEND_ONLY = ["invoices", "invoice_lines", "refunds", "ledger_transfers", "ledger_entries"];

describe("tables of money", () => {
  test("cannot be truncated, not even through another table", async () => {
    const payer = await testApp.person("payer", { plan: "Individual" });
    const card = await world.addCard(payer);
    await payer.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    for (const table of MONEY)
      await expect(testApp.deps.pool.query(`truncate ${table} cascade`)).rejects.toThrow(
        /is (not emptied|append-only)/,
      );
    await expect(testApp.deps.pool.query("truncate accounts cascade")).rejects.toThrow(/is (not emptied|append-only)/);
    expect((await payer.call(billingRoutes.invoices)).pagination.total).toBe(1);
  });

  test("cannot be updated where they are append-only", async () => {
    const { rows } = await testApp.deps.pool.query<{ name: string }>(`
      select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgfoid in ('refuse_change'::regproc, 'refuse_billing_change'::regproc)
        and t.tgtype & 24 = 24`);
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(APPEND_ONLY));
  });

  test("include every table whose name or columns mention money", async () => {
    const { rows } = await testApp.deps.pool.query<{ name: string }>(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '_cents$' and table_name !~ '^sandbox_'`);
    for (const { name } of rows) expect([...MONEY, ...DERIVED]).toContain(name);
  });
});
