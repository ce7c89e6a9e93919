import { billingRoutes } from "@app/contract/billing";
import { describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toOrder } from "#testing/billing.ts";
import { openSandboxWorld, openStripeWorld } from "#testing/billing-world.ts";
import type { StagePerson } from "#testing/people.ts";
import type { Stage } from "#testing/stage.ts";
import { runSandboxJob, watchPlansJob } from "./billing.jobs.ts";

const stripe = await openStripeWorld();
const sandbox = await openSandboxWorld();

type World = typeof stripe | typeof sandbox;

async function subscriber(world: World, name: string): Promise<StagePerson> {
  const person = await world.stage.person(name, { plan: "Individual" });
  const body = toOrder("Individual", await world.addsCard(person));
  await person.call(billingRoutes.createSubscription, { body });
  await world.hears();
  return person;
}

async function run(stage: Stage, job: typeof watchPlansJob): Promise<void> {
  await enqueue(stage.deps.sql, job, {});
  await stage.settle();
}

const statusOf = async (person: StagePerson) => (await person.call(billingRoutes.summary)).subscription?.status;

describe("the hourly look at the plans, with Stripe", () => {
  const { stage, standIn } = stripe;
  const { pool } = stage.deps;

  test("ends the plans whose grace is over, asks about renewals and orders, and no failing one stops it", async () => {
    const [lost, owing] = [await subscriber(stripe, "lost.u"), await subscriber(stripe, "owing.u")];
    const [unheard, gone] = [await subscriber(stripe, "unheard.u"), await subscriber(stripe, "gone.u")];
    await pool.query(
      `update subscriptions set status = 'past_due', past_due_since = now() - interval '8 days'
       where account_id = any($1)`,
      [[lost.accountId, owing.accountId]],
    );
    // Stripe does not know these any more: whatever is asked about them fails.
    await pool.query(
      "update subscriptions set provider_id = 'sub_nobody1', past_due_since = now() - interval '9 days' where account_id = $1",
      [lost.accountId],
    );
    await pool.query("update subscriptions set provider_id = 'sub_nobody2' where account_id = $1", [gone.accountId]);
    standIn.renew(await stripe.subscriptionOf(unheard));
    await pool.query(
      "update subscriptions set current_period_end = now() - interval '4 hours' where account_id = any($1)",
      [[unheard.accountId, gone.accountId]],
    );
    await run(stage, watchPlansJob);
    expect(await statusOf(owing)).toBe("canceled");
    expect((await unheard.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect(await statusOf(lost)).toBe("past_due");
  });

  test("comes to everybody, however many rows of another provider stand before them", async () => {
    const owing = await subscriber(stripe, "behind.u");
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
    await pool.query(
      "update subscriptions set status = 'past_due', past_due_since = now() - interval '8 days' where account_id = $1",
      [owing.accountId],
    );
    await run(stage, watchPlansJob);
    expect(await statusOf(owing)).toBe("canceled");
  });
});

describe("the sandbox, every minute", () => {
  const { stage } = sandbox;
  const { pool } = stage.deps;

  /** From here on everything that the sandbox writes for this person fails, as a full disk or a bug would make it. */
  async function breaks(person: StagePerson, table: string, condition: string): Promise<void> {
    const name = `break_${person.name.replaceAll(".", "_")}`;
    await pool.query(
      `create function ${name}() returns trigger language plpgsql as $$
       begin if ${condition} then raise exception 'broken'; end if; return new; end $$`,
    );
    await pool.query(
      `create trigger ${name} before insert or update on ${table} for each row execute function ${name}()`,
    );
  }

  test("renews everybody but the one that cannot be renewed", async () => {
    const [broken, well] = [await subscriber(sandbox, "broken.u"), await subscriber(sandbox, "well.u")];
    const { rows } = await pool.query("select provider_id from subscriptions where account_id = $1", [
      broken.accountId,
    ]);
    await breaks(broken, "sandbox_invoices", `new.subscription_id = '${rows[0].provider_id}'`);
    await sandbox.periodEnds(broken);
    await sandbox.periodEnds(well);
    await run(stage, runSandboxJob);
    expect((await well.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect((await broken.call(billingRoutes.invoices)).pagination.total).toBe(1);
  });

  test("hands over every event but the one that cannot be taken, and that one again", async () => {
    const [odd, well] = [await subscriber(sandbox, "odd.u"), await subscriber(sandbox, "fine.u")];
    await breaks(odd, "invoices", `new.account_id = '${odd.accountId}'`);
    await sandbox.periodEnds(odd);
    await sandbox.periodEnds(well);
    await run(stage, runSandboxJob);
    expect((await well.call(billingRoutes.invoices)).pagination.total).toBe(2);
    expect((await odd.call(billingRoutes.invoices)).pagination.total).toBe(1);
    await pool.query("drop trigger break_odd_u on invoices");
    await run(stage, runSandboxJob);
    expect((await odd.call(billingRoutes.invoices)).pagination.total).toBe(2);
  });
});
