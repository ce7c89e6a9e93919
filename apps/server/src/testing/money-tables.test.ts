import { billingRoutes } from "@app/contract/billing";
import { describe, expect, test } from "vitest";
import { toOrder } from "./billing.ts";
import { openSandboxWorld } from "./billing-world.ts";

const world = await openSandboxWorld();
const { stage } = world;

/** Whoever adds a table of money adds it here. */
const MONEY = [
  ...["plan_prices", "billing_customers", "payment_methods", "subscriptions", "invoices", "invoice_lines", "refunds"],
  ...["webhook_events", "ledger_accounts", "ledger_transfers", "ledger_entries", "ledger_checkpoints"],
  ...["referrals", "referral_codes"],
];
/** Counted from the others, and made anew every ten minutes. */
const DERIVED = ["top_earners", "weekly_earners", "public_numbers"];
const APPEND_ONLY = ["invoices", "invoice_lines", "refunds", "ledger_transfers", "ledger_entries"];

describe("what was paid and earned", () => {
  test("is in no table that could be emptied at once, not by way of another one either", async () => {
    const payer = await stage.person("payer", { plan: "Individual" });
    const card = await world.addsCard(payer);
    await payer.call(billingRoutes.createSubscription, { body: toOrder("Individual", card) });
    for (const table of MONEY)
      await expect(stage.deps.pool.query(`truncate ${table} cascade`)).rejects.toThrow(/is (not emptied|append-only)/);
    await expect(stage.deps.pool.query("truncate accounts cascade")).rejects.toThrow(/is (not emptied|append-only)/);
    expect((await payer.call(billingRoutes.invoices)).pagination.total).toBe(1);
  });

  test("is in no row that could be changed, where rows are only added", async () => {
    const { rows } = await stage.deps.pool.query<{ name: string }>(`
      select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgfoid in ('refuse_change'::regproc, 'refuse_billing_change'::regproc)
        and t.tgtype & 24 = 24`);
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(APPEND_ONLY));
  });

  test("is in every table whose name or columns say so", async () => {
    const { rows } = await stage.deps.pool.query<{ name: string }>(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '_cents$' and table_name !~ '^sandbox_'`);
    for (const { name } of rows) expect([...MONEY, ...DERIVED]).toContain(name);
  });
});
