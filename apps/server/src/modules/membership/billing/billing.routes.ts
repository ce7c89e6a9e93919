import { BILLING_MESSAGES, billingRoutes } from "@app/contract/billing";
import { API_PREFIX } from "@app/contract/paths";
import { PRICE_MESSAGES, planPriceRoutes } from "@app/contract/plan-prices";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireRegistrant } from "#modules/membership/earners/registration-state.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { UntrustedEvent } from "#platform/payments/payments.ts";
import { requireStaff, type Viewer } from "#platform/viewer.ts";
import { listInvoices, showReceipt, summarizeBilling } from "./billing.service.ts";
import { addCard, beginCardSetup, listCards, removeCard, setDefaultCard } from "./cards.service.ts";
import { answerChallenge, handleEvent } from "./events.service.ts";
import { changePriceByStaff, listPlanPrices, listPlans } from "./plans.service.ts";
import { cancel, changePlan, confirmOrder, resume, subscribe } from "./subscribe.service.ts";

const BODY_MAX_BYTES = 1024 * 1024;

export function serveBilling(app: FastifyInstance, deps: Deps): void {
  const requirePayer = ({ viewer, request }: { viewer: Viewer; request: FastifyRequest }) =>
    requireRegistrant(deps, viewer, request);

  serve(app, billingRoutes.plans, () => listPlans(deps));
  serve(app, billingRoutes.summary, async (context) =>
    summarizeBilling(deps, await requirePayer(context), context.query.plan),
  );
  serve(app, billingRoutes.createSetupIntent, async (context) => beginCardSetup(deps, await requirePayer(context)));
  serve(app, billingRoutes.createPaymentMethod, async (context) => {
    const { setup_intent_id: setupId, card = null } = context.body;
    const added = await addCard(deps, await requirePayer(context), { setupId, card });
    return new Reply(added.requires_action ? BILLING_MESSAGES.authenticate : BILLING_MESSAGES.cardAdded, added);
  });
  serve(app, billingRoutes.authenticate, async (context) => {
    await answerChallenge(deps, await requirePayer(context), context.body.challenge_id, context.body.outcome);
    return null;
  });
  serve(app, billingRoutes.createSubscription, async (context) => {
    const { plan, price_cents: cents, payment_method_id: cardId, idempotency_key: key } = context.body;
    return toOrderReply(await subscribe(deps, await requirePayer(context), { plan, cents, cardId, key }));
  });
  serve(app, billingRoutes.confirmSubscription, async (context) =>
    toOrderReply(await confirmOrder(deps, await requirePayer(context))),
  );
  serve(app, billingRoutes.paymentMethods, async (context) => listCards(deps, await requirePayer(context)));
  serve(app, billingRoutes.setDefault, async (context) => {
    const { cards, isStillOverdue } = await setDefaultCard(deps, await requirePayer(context), context.params.id);
    return new Reply(isStillOverdue ? BILLING_MESSAGES.defaultUnpaid : BILLING_MESSAGES.defaultChanged, cards);
  });
  serve(
    app,
    billingRoutes.removePaymentMethod,
    async (context) =>
      new Reply(BILLING_MESSAGES.cardRemoved, await removeCard(deps, await requirePayer(context), context.params.id)),
  );
  serve(app, billingRoutes.cancel, async (context) => {
    const view = await cancel(deps, await requirePayer(context));
    return new Reply(view.status === "canceled" ? BILLING_MESSAGES.ended : BILLING_MESSAGES.canceled, view);
  });
  serve(
    app,
    billingRoutes.resume,
    async (context) => new Reply(BILLING_MESSAGES.resumed, await resume(deps, await requirePayer(context))),
  );
  serve(app, billingRoutes.changePlan, async (context) => {
    const { plan, price_cents: cents } = context.body;
    const subscription = await changePlan(deps, await requirePayer(context), { plan, cents });
    return new Reply(subscription.pending ? BILLING_MESSAGES.planChanged : BILLING_MESSAGES.planKept, subscription);
  });
  serve(app, billingRoutes.invoices, async (context) => listInvoices(deps, await requirePayer(context), context.query));
  serve(app, billingRoutes.invoice, async (context) =>
    showReceipt(deps, await requirePayer(context), context.params.id),
  );
  serveWebhooks(app, deps);
}

function toOrderReply(subscription: Awaited<ReturnType<typeof subscribe>>): Reply<typeof subscription> {
  const { requires_action } = subscription;
  return new Reply(requires_action ? BILLING_MESSAGES.authenticate : BILLING_MESSAGES.subscribed, subscription);
}

/**
 * Stripe's webhooks. Stripe signs the raw bytes, so this route does not parse the body; its content type parser lives in
 * a scope of its own and affects no other route.
 */
function serveWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: "POST",
      url: `${API_PREFIX}/webhooks/stripe`,
      config: { route: "billing.webhook" },
      onRequest: async () => {
        if (deps.payments.provider !== "stripe") throw notFound();
      },
      handler: async (request, reply) => {
        const signature = request.headers["stripe-signature"];
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const event = verify(() => deps.payments.readEvent(body, typeof signature === "string" ? signature : ""));
        await handleEvent(deps, event);
        return reply.send({ code: 200, status: "success", message: "OK", data: null });
      },
    });
  });
}

function verify<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UntrustedEvent) throw new AppError("bad_request", "This event was not sent by Stripe.");
    throw error;
  }
}

export function servePlanPrices(app: FastifyInstance, deps: Deps): void {
  serve(app, planPriceRoutes.list, () => listPlanPrices(deps));
  serve(app, planPriceRoutes.change, async ({ viewer, params, body }) => {
    await changePriceByStaff(deps, requireStaff(viewer, "admin"), params.plan, body);
    return new Reply(PRICE_MESSAGES.changed, null);
  });
}
