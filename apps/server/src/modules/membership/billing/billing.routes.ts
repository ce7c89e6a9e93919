import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireRegistrant } from "#modules/membership/earners/registrant.service.ts";
import type { Deps } from "#platform/deps.ts";
import { Said, serve } from "#platform/http/serve.ts";
import type { Viewer } from "#platform/viewer.ts";
import { addCard, beginCard, chooseCard, listCards, removeCard } from "./cards.service.ts";
import { cancelAtPeriodEnd, changePlan, resume } from "./change-subscription.service.ts";
import { listInvoices, showReceipt } from "./invoices.service.ts";
import { listPlans } from "./plans.service.ts";
import { answerBank } from "./sandbox-bank.service.ts";
import { confirmOrder, subscribe } from "./subscribe.service.ts";
import { summarizeBilling } from "./summary.service.ts";
import { serveWebhooks } from "./webhook.routes.ts";

export function serveBilling(app: FastifyInstance, deps: Deps): void {
  const payerOf = ({ viewer, request }: { viewer: Viewer; request: FastifyRequest }) =>
    requireRegistrant(deps, viewer, request);

  serve(app, billingRoutes.plans, () => listPlans(deps));
  serve(app, billingRoutes.summary, async (asked) => summarizeBilling(deps, await payerOf(asked), asked.query.plan));
  serve(app, billingRoutes.createSetupIntent, async (asked) => beginCard(deps, await payerOf(asked)));
  serve(app, billingRoutes.createPaymentMethod, async (asked) => {
    const { setup_intent_id: setupId, card = null } = asked.body;
    const added = await addCard(deps, await payerOf(asked), { setupId, card });
    return new Said(added.requires_action ? BILLING_MESSAGES.authenticate : BILLING_MESSAGES.cardAdded, added);
  });
  serve(app, billingRoutes.authenticate, async (asked) => {
    await answerBank(deps, await payerOf(asked), asked.body.challenge_id, asked.body.outcome);
    return null;
  });
  serve(app, billingRoutes.createSubscription, async (asked) => {
    const { plan, price_cents: cents, payment_method_id: cardId, idempotency_key: key } = asked.body;
    return sayOrder(await subscribe(deps, await payerOf(asked), { plan, cents, cardId, key }));
  });
  serve(app, billingRoutes.confirmSubscription, async (asked) =>
    sayOrder(await confirmOrder(deps, await payerOf(asked))),
  );
  serve(app, billingRoutes.paymentMethods, async (asked) => listCards(deps, await payerOf(asked)));
  serve(
    app,
    billingRoutes.setDefault,
    async (asked) =>
      new Said(BILLING_MESSAGES.defaultChanged, await chooseCard(deps, await payerOf(asked), asked.params.id)),
  );
  serve(
    app,
    billingRoutes.removePaymentMethod,
    async (asked) =>
      new Said(BILLING_MESSAGES.cardRemoved, await removeCard(deps, await payerOf(asked), asked.params.id)),
  );
  serve(
    app,
    billingRoutes.cancel,
    async (asked) => new Said(BILLING_MESSAGES.canceled, await cancelAtPeriodEnd(deps, await payerOf(asked))),
  );
  serve(
    app,
    billingRoutes.resume,
    async (asked) => new Said(BILLING_MESSAGES.resumed, await resume(deps, await payerOf(asked))),
  );
  serve(app, billingRoutes.changePlan, async (asked) => {
    const { plan, price_cents: cents } = asked.body;
    const subscription = await changePlan(deps, await payerOf(asked), { plan, cents });
    return new Said(subscription.pending ? BILLING_MESSAGES.planChanged : BILLING_MESSAGES.planKept, subscription);
  });
  serve(app, billingRoutes.invoices, async (asked) => listInvoices(deps, await payerOf(asked), asked.query));
  serve(app, billingRoutes.invoice, async (asked) => showReceipt(deps, await payerOf(asked), asked.params.id));
  serveWebhooks(app, deps);
}

function sayOrder(subscription: Awaited<ReturnType<typeof subscribe>>): Said<typeof subscription> {
  const { requires_action } = subscription;
  return new Said(requires_action ? BILLING_MESSAGES.authenticate : BILLING_MESSAGES.subscribed, subscription);
}
