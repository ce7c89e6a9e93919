import type { Plan } from "@app/contract/accounts";
import { billingRoutes, type PaymentMethod, type RequiredAction } from "@app/contract/billing";
import { refusal } from "@app/contract/errors";
import { afterAll } from "vitest";
import { runSandboxJob, watchPlansJob } from "#modules/membership/billing/billing.jobs.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toCardForm, toOrder } from "./billing.ts";
import type { Caller } from "./caller.ts";
import type { StagePerson } from "./people.ts";
import { openStage, type Stage } from "./stage.ts";
import { MONTH_S } from "./stripe-stand-in/money.ts";
import { openStripeStandIn, type StripeStandIn } from "./stripe-stand-in/stripe-stand-in.ts";
import { take } from "./stripe-stand-in/world.ts";

const ASKS_ALWAYS = "4000 0027 6000 3184";

/** What people, banks and months do, with either provider. */
export type BillingWorld = {
  stage: Stage;
  /** As on the page: begins, enters the number, and says what came of it. */
  entersCard(person: Caller, number: string): Promise<AddedCard>;
  /** A card that asks for nothing. @returns its id */
  addsCard(person: Caller, number?: string): Promise<string>;
  /** Orders a plan with a card whose bank asks about the payment, too. @returns the bank's question */
  ordersAtBank(person: Caller, plan: Plan): Promise<RequiredAction>;
  answersBank(person: Caller, action: RequiredAction, outcome: "complete" | "fail"): Promise<void>;
  /** A month passes, and the provider does what it then does and tells us. */
  monthPasses(person: StagePerson): Promise<void>;
  /** A month passes, and nothing of the renewal is heard yet. In the sandbox it is still to come. */
  periodEnds(person: StagePerson): Promise<void>;
  /** Everything that the provider has to tell arrives. */
  hears(): Promise<void>;
  /** So many days pass for a failed payment, and the hourly job runs. */
  graceDaysPass(person: StagePerson, days: number): Promise<void>;
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
  const said = JSON.parse(reply.text);
  if (reply.status === 402)
    return { card: null, action: null, refusal: refusal.parse(said).errors.card?.[0] ?? "", setupId };
  if (reply.status !== 200) throw new Error(reply.text);
  return { card: said.data.payment_method, action: said.data.requires_action, refusal: null, setupId };
}

function toWorld(
  stage: Stage,
  parts: Pick<BillingWorld, "entersCard" | "answersBank" | "hears" | "periodEnds"> & {
    renew(person: StagePerson): Promise<void>;
  },
): BillingWorld {
  async function addsCard(person: Caller, number = "4242424242424242"): Promise<string> {
    const { card, refusal: sentence } = await parts.entersCard(person, number);
    if (!card) throw new Error(sentence ?? "the bank asks");
    return card.id;
  }
  return {
    stage,
    ...parts,
    addsCard,
    async ordersAtBank(person, plan) {
      const { action, setupId } = await parts.entersCard(person, ASKS_ALWAYS);
      if (action) await parts.answersBank(person, action, "complete");
      const body = { setup_intent_id: setupId };
      const added = await person.call(billingRoutes.createPaymentMethod, { params: { type: "card" }, body });
      const order = toOrder(plan, added.payment_method?.id ?? "");
      const { requires_action } = await person.call(billingRoutes.createSubscription, { body: order });
      if (!requires_action) throw new Error("the bank did not ask");
      return requires_action;
    },
    async monthPasses(person) {
      await stage.settle();
      await parts.renew(person);
      await parts.hears();
    },
    async graceDaysPass(person, days) {
      await stage.deps.pool.query(
        "update subscriptions set past_due_since = past_due_since - make_interval(days => $2) where account_id = $1",
        [person.accountId, days],
      );
      await enqueue(stage.deps.sql, watchPlansJob, {});
      await stage.settle();
      await parts.hears();
    },
  };
}

export async function openSandboxWorld(): Promise<BillingWorld> {
  const stage = await openStage();
  const hears = async () => {
    await enqueue(stage.deps.sql, runSandboxJob, {});
    await stage.settle();
  };
  async function lastMonth(person: StagePerson): Promise<void> {
    const month = "interval '1 month'";
    await stage.deps.pool.query(
      `update sandbox_subscriptions set period_start = period_start - ${month}, period_end = period_end - ${month},
         anchor_at = anchor_at - ${month} where reference in (select id from subscriptions where account_id = $1)`,
      [person.accountId],
    );
    await stage.deps.pool.query(
      `update subscriptions set current_period_start = current_period_start - ${month},
         current_period_end = current_period_end - ${month}, consented_at = consented_at - ${month}
       where account_id = $1`,
      [person.accountId],
    );
  }
  return toWorld(stage, {
    hears,
    async entersCard(person, number) {
      const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
      return finish(person, setup.id, number);
    },
    async answersBank(person, action, outcome) {
      const body = { challenge_id: action.challenge_id, outcome };
      await person.send("POST", "/api/v1/sandbox/authenticate", { body });
    },
    renew: lastMonth,
    periodEnds: lastMonth,
  });
}

export type StripeWorld = BillingWorld & {
  standIn: StripeStandIn;
  subscriptionOf(person: StagePerson): Promise<string>;
};

export async function openStripeWorld(): Promise<StripeWorld> {
  const standIn = await openStripeStandIn();
  afterAll(() => standIn.stop());
  const stage = await openStage(standIn.environment);
  let heard = 0;
  async function subscriptionOf(person: StagePerson): Promise<string> {
    const { rows } = await stage.deps.pool.query<{ provider_id: string }>(
      "select provider_id from subscriptions where account_id = $1 order by id desc limit 1",
      [person.accountId],
    );
    return rows[0]?.provider_id ?? "";
  }
  const world = toWorld(stage, {
    async hears() {
      for (; heard < standIn.world.events.length; heard++) {
        const event = standIn.world.events[heard];
        const status = event && (await standIn.deliver(stage.origin, event));
        if (status !== 200) throw new Error(`the webhook answered ${status}`);
      }
      await stage.settle();
    },
    async entersCard(person, number) {
      const setup = await person.call(billingRoutes.createSetupIntent, { body: {} });
      standIn.page.enterCard(setup.client_secret ?? "", number);
      return finish(person, setup.id, null);
    },
    async answersBank(_person, action, outcome) {
      standIn.page.answerBank(action.client_secret ?? "", outcome);
    },
    renew: async (person) => standIn.renew(await subscriptionOf(person)),
    async periodEnds(person) {
      await stage.deps.pool.query(
        `update subscriptions set current_period_start = current_period_start - $2::interval,
           current_period_end = current_period_end - $2::interval, consented_at = consented_at - $2::interval
         where account_id = $1 and status <> 'canceled'`,
        [person.accountId, `${MONTH_S} seconds`],
      );
      const subscription = take(standIn.world.subscriptions, "subscription", await subscriptionOf(person));
      subscription.periodStart -= MONTH_S;
      subscription.periodEnd -= MONTH_S;
      standIn.renew(subscription.id);
    },
  });
  return { ...world, standIn, subscriptionOf };
}
