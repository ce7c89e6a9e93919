import { billingRoutes } from "@app/contract/billing";
import { notificationRoutes } from "@app/contract/notifications";
import { describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder } from "#testing/billing.ts";
import { createSandboxWorld, createStripeWorld } from "#testing/billing-world.ts";
import { settle } from "#testing/fake-stripe/money.ts";
import { take } from "#testing/fake-stripe/world.ts";
import type { TestPerson } from "#testing/people.ts";
import type { TestApp } from "#testing/test-app.ts";
import { runSandboxJob } from "./events.service.ts";
import { watchPlansJob } from "./watch-plans.service.ts";

const stripe = await createStripeWorld();
const sandbox = await createSandboxWorld();

const FAILS_RENEWALS = "4000 0000 0000 0341";

type World = typeof stripe | typeof sandbox;

async function subscriber(world: World, name: string, card?: string): Promise<TestPerson> {
  const person = await world.testApp.person(name, { plan: "Individual" });
  const body = toOrder("Individual", await world.addCard(person, card));
  await person.call(billingRoutes.createSubscription, { body });
  await world.deliverEvents();
  return person;
}

async function run(testApp: TestApp, job: typeof watchPlansJob): Promise<void> {
  await enqueue(testApp.deps.sql, job, {});
  await testApp.settle();
}

/** Somebody whose renewal failed eight days ago. */
async function debtor(name: string): Promise<TestPerson> {
  const person = await subscriber(stripe, name, FAILS_RENEWALS);
  await stripe.passMonth(person);
  await stripe.testApp.deps.pool.query(
    "update subscriptions set past_due_since = now() - interval '8 days' where account_id = $1 and status = 'past_due'",
    [person.accountId],
  );
  return person;
}

const bellOf = async (person: TestPerson) =>
  (await person.call(notificationRoutes.list)).notifications.map((one) => [one.notification_message, one.href]);

const statusOf = async (person: TestPerson) => (await person.call(billingRoutes.summary)).subscription?.status;

describe("the hourly check of plans, with Stripe", () => {
  const { testApp, fake } = stripe;
  const { pool } = testApp.deps;

  test("ends plans after the grace period, reads renewals and orders, and continues after a failure", async () => {
    const [lost, owing] = [await debtor("lost.u"), await debtor("owing.u")];
    const [unheard, gone] = [await subscriber(stripe, "unheard.u"), await subscriber(stripe, "gone.u")];
    // Stripe no longer has these, so every call about them fails.
    await pool.query(
      "update subscriptions set provider_id = 'sub_nobody1', past_due_since = now() - interval '9 days' where account_id = $1",
      [lost.accountId],
    );
    await pool.query("update subscriptions set provider_id = 'sub_nobody2' where account_id = $1", [gone.accountId]);
    fake.renew(await stripe.subscriptionOf(unheard));
    await pool.query(
      "update subscriptions set current_period_end = now() - interval '4 hours' where account_id = any($1)",
      [[unheard.accountId, gone.accountId]],
    );
    await run(testApp, watchPlansJob);
    expect(await statusOf(owing)).toBe("canceled");
    const { invoices, pagination } = await unheard.call(billingRoutes.invoices);
    expect(pagination.total).toBe(2);
    expect(await statusOf(lost)).toBe("past_due");
    expect((await bellOf(owing))[0]).toEqual(["Your plan has ended", "/setting?tab=plan"]);
    expect(await bellOf(unheard)).toEqual([["Your plan was renewed for $9.99", `/receipt/${invoices[0]?.id}`]]);
  });

  test("reaches every row, however many rows of another provider come first", async () => {
    const owing = await debtor("behind.u");
    await pool.query(
      `with people as (
         insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
         select gen_random_uuid(), 'General User', 'old' || n, 'old' || n, 'old' || n, 'old' || n, '-'
         from generate_series(1, 600) n returning id
       ) insert into subscriptions (id, account_id, provider, provider_id, idempotency_key, plan, price_cents, currency,
           status, current_period_start, current_period_end, past_due_since, consent_text)
         select gen_random_uuid(), id, 'sandbox', 'sub_sandbox_' || id, gen_random_uuid(), 'Individual', 999, 'usd',
           'past_due', now(), now() + interval '1 month', now() - interval '90 days', 'I agree.' from people`,
    );
    await run(testApp, watchPlansJob);
    expect(await statusOf(owing)).toBe("canceled");
  });

  test("keeps a plan that was paid in the meantime, and saves the payment", async () => {
    const paying = await debtor("paying.u");
    const subscription = take(fake.world.subscriptions, "subscription", await stripe.subscriptionOf(paying));
    settle(fake.world, subscription, take(fake.world.invoices, "invoice", subscription.latestInvoice));
    await run(testApp, watchPlansJob);
    expect(await statusOf(paying)).toBe("active");
    expect((await paying.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });
});

describe("the sandbox's job, every minute", () => {
  const { testApp } = sandbox;
  const { pool } = testApp.deps;

  /** Makes every write of the sandbox for this person fail, as a full disk or a bug would. */
  async function breaks(person: TestPerson, table: string, condition: string): Promise<void> {
    const name = `break_${person.name.replaceAll(".", "_")}`;
    await pool.query(
      `create function ${name}() returns trigger language plpgsql as $$
       begin if ${condition} then raise exception 'broken'; end if; return new; end $$`,
    );
    await pool.query(
      `create trigger ${name} before insert or update on ${table} for each row execute function ${name}()`,
    );
  }

  test("renews everybody except the person who cannot be renewed", async () => {
    const [broken, well] = [await subscriber(sandbox, "broken.u"), await subscriber(sandbox, "well.u")];
    const { rows } = await pool.query("select provider_id from subscriptions where account_id = $1", [
      broken.accountId,
    ]);
    await breaks(broken, "sandbox_invoices", `new.subscription_id = '${rows[0].provider_id}'`);
    await sandbox.endPeriod(broken);
    await sandbox.endPeriod(well);
    await run(testApp, runSandboxJob);
    expect((await well.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect((await broken.call(billingRoutes.invoices)).pagination.total).toBe(1);
  });

  test("delivers every event except the failing one, which it retries", async () => {
    const [odd, well] = [await subscriber(sandbox, "odd.u"), await subscriber(sandbox, "fine.u")];
    await breaks(odd, "invoices", `new.account_id = '${odd.accountId}'`);
    await sandbox.endPeriod(odd);
    await sandbox.endPeriod(well);
    await run(testApp, runSandboxJob);
    expect((await well.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect((await odd.call(billingRoutes.invoices)).pagination.total).toBe(1);
    await pool.query("drop trigger break_odd_u on invoices");
    await run(testApp, runSandboxJob);
    expect((await odd.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });
});
