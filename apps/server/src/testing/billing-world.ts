import type { Plan } from "@app/contract/accounts";
import { billingRoutes, type PaymentMethod, type RequiredAction } from "@app/contract/billing";
import { refusal } from "@app/contract/http";
import { afterAll } from "vitest";
import { runSandboxJob } from "#modules/membership/billing/events.service.ts";
import { watchPlansJob } from "#modules/membership/billing/watch-plans.service.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toCardForm, toOrder } from "./billing.ts";
import type { Caller } from "./caller.ts";
import { createFakeStripe, type FakeStripe } from "./fake-stripe/fake-stripe.ts";
import { MONTH_S } from "./fake-stripe/money.ts";
import { take } from "./fake-stripe/world.ts";
import type { TestPerson } from "./people.ts";
import { createTestApp, type TestApp } from "./test-app.ts";

const ASKS_ALWAYS = "4000 0027 6000 3184";

/** Actions of people, banks and time, with either provider. */
export type BillingWorld = {
  testApp: TestApp;
  /** Adds a card like the page does. */
  enterCard(person: Caller, number: string): Promise<AddedCard>;
  /** Adds a card without a challenge. @returns its id */
  addCard(person: Caller, number?: string): Promise<string>;
  /** Orders a plan with a card whose bank challenges the payment. @returns the challenge */
  orderWithChallenge(person: Caller, plan: Plan): Promise<RequiredAction>;
  answerChallenge(person: Caller, action: RequiredAction, outcome: "complete" | "fail"): Promise<void>;
  /** Lets a month pass and delivers the provider's events. */
  passMonth(person: TestPerson): Promise<void>;
  /** Lets a month pass without delivering the renewal's events. */
  endPeriod(person: TestPerson): Promise<void>;
  /** Delivers the provider's pending events. */
  deliverEvents(): Promise<void>;
  /** Lets days pass after a failed payment, and runs the hourly job. */
  passGraceDays(person: TestPerson, days: number): Promise<void>;
};

export type AddedCard = {
  card: PaymentMethod | null;
  action: RequiredAction | null;
  refusal: string | null;
  setupId: string;
};

async function finish(person: Caller, setupId: string, number: string | null): Promise<AddedCard> {
  const body = { setup_intent_id: setupId, ...(number === null ? {} : { card: toCardForm(number) }) };
  const reply = await person.send("POST", "/api/v1/create-payment-method/card", { body });
  const parsed = JSON.parse(reply.text);
  if (reply.status === 402)
    return { card: null, action: null, refusal: refusal.parse(parsed).errors.card?.[0] ?? "", setupId };
  if (reply.status !== 200) throw new Error(reply.text);
  return { card: parsed.data.payment_method, action: parsed.data.requires_action, refusal: null, setupId };
}

function toWorld(
  testApp: TestApp,
  parts: Pick<BillingWorld, "enterCard" | "answerChallenge" | "deliverEvents" | "endPeriod"> & {
    renew(person: TestPerson): Promise<void>;
  },
): BillingWorld {
  async function addCard(person: Caller, number = "4242424242424242"): Promise<string> {
    const { card, refusal: message } = await parts.enterCard(person, number);
    if (!card) throw new Error(message ?? "the bank requires a challenge");
    return card.id;
  }
  return {
    testApp,
    ...parts,
    addCard,
    async orderWithChallenge(person, plan) {
      const { action, setupId } = await parts.enterCard(person, ASKS_ALWAYS);
      if (action) await parts.answerChallenge(person, action, "complete");
      const body = { setup_intent_id: setupId };
      const added = await person.call(billingRoutes.createPaymentMethod, { params: { type: "card" }, body });
      const order = toOrder(plan, added.payment_method?.id ?? "");
      const { requires_action } = await person.call(billingRoutes.createSubscription, { body: order });
      if (!requires_action) throw new Error("the bank required no challenge");
      return requires_action;
    },
    async passMonth(person) {
      await testApp.settle();
      await parts.renew(person);
      await parts.deliverEvents();
    },
    async passGraceDays(person, days) {
      await testApp.deps.pool.query(
        "update subscriptions set past_due_since = past_due_since - make_interval(days => $2) where account_id = $1",
        [person.accountId, days],
      );
      await enqueue(testApp.deps.sql, watchPlansJob, {});
      await testApp.settle();
      await parts.deliverEvents();
    },
  };
}

export async function createSandboxWorld(): Promise<BillingWorld> {
  const testApp = await createTestApp();
  const deliverEvents = async () => {
    await enqueue(testApp.deps.sql, runSandboxJob, {});
    await testApp.settle();
  };
  /** The period ends now. Its start is counted from there, because a month back and forth may be another day. */
  async function endPeriod(person: TestPerson): Promise<void> {
    const before = "now() - interval '1 month'";
    const current = "account_id = $1 and status <> 'canceled'";
    await testApp.deps.pool.query(
      `update sandbox_subscriptions set period_start = ${before}, period_end = now(), anchor_at = ${before}
       where reference in (select id from subscriptions where ${current})`,
      [person.accountId],
    );
    await testApp.deps.pool.query(
      `update subscriptions set current_period_start = ${before}, current_period_end = now(),
         consented_at = consented_at - interval '1 month'
       where ${current} and current_period_end is not null`,
      [person.accountId],
    );
  }
  return toWorld(testApp, {
    deliverEvents,
    async enterCard(person, number) {
      const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
      return finish(person, setup.id, number);
    },
    async answerChallenge(person, action, outcome) {
      const body = { challenge_id: action.challenge_id, outcome };
      await person.send("POST", "/api/v1/sandbox/authenticate", { body });
    },
    renew: endPeriod,
    endPeriod,
  });
}

export type StripeWorld = BillingWorld & {
  fake: FakeStripe;
  subscriptionOf(person: TestPerson): Promise<string>;
};

export async function createStripeWorld(): Promise<StripeWorld> {
  const fake = await createFakeStripe();
  afterAll(() => fake.stop());
  const testApp = await createTestApp(fake.environment);
  let delivered = 0;
  async function subscriptionOf(person: TestPerson): Promise<string> {
    const { rows } = await testApp.deps.pool.query<{ provider_id: string }>(
      "select provider_id from subscriptions where account_id = $1 order by id desc limit 1",
      [person.accountId],
    );
    return rows[0]?.provider_id ?? "";
  }
  const world = toWorld(testApp, {
    async deliverEvents() {
      for (; delivered < fake.world.events.length; delivered++) {
        const event = fake.world.events[delivered];
        const status = event && (await fake.deliver(testApp.origin, event));
        if (status !== 200) throw new Error(`the webhook answered ${status}`);
      }
      await testApp.settle();
    },
    async enterCard(person, number) {
      const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
      fake.page.enterCard(setup.client_secret ?? "", number);
      return finish(person, setup.id, null);
    },
    async answerChallenge(_person, action, outcome) {
      fake.page.answerBank(action.client_secret ?? "", outcome);
    },
    renew: async (person) => fake.renew(await subscriptionOf(person)),
    async endPeriod(person) {
      await testApp.deps.pool.query(
        `update subscriptions set current_period_start = current_period_start - $2::interval,
           current_period_end = current_period_end - $2::interval, consented_at = consented_at - $2::interval
         where account_id = $1 and status <> 'canceled'`,
        [person.accountId, `${MONTH_S} seconds`],
      );
      const subscription = take(fake.world.subscriptions, "subscription", await subscriptionOf(person));
      subscription.periodStart -= MONTH_S;
      subscription.periodEnd -= MONTH_S;
      fake.renew(subscription.id);
    },
  });
  return { ...world, fake, subscriptionOf };
}
