import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answerCall } from "./calls.ts";
import { finishOnboarding, reverseTransfer } from "./connect.ts";
import { StripeFault } from "./fault.ts";
import { readForm } from "./form.ts";
import { makeRefund, renew } from "./money.ts";
import { openStripePage } from "./page.ts";
import { type Delivery, deliverEvent } from "./webhooks.ts";
import { type Dispute, type FakeStripeEvent, type Refund, take, World } from "./world.ts";

type SavedReply = { request: string; reply: Promise<Reply> };
type Reply = { status: number; body: Record<string, unknown> };

/** Each write needs a key. A repeated request gets the saved reply and is not executed again. */
class IdempotencyKeys {
  readonly #replies = new Map<string, SavedReply>();

  execute(key: string | undefined, request: string, work: () => Promise<Reply>): Promise<Reply> {
    if (!key)
      throw new StripeFault(400, { type: "invalid_request_error", message: "This write carries no Idempotency-Key." });
    const known = this.#replies.get(key);
    if (known && known.request !== request)
      throw new StripeFault(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    if (known) return known.reply;
    const reply = work();
    this.#replies.set(key, { request, reply });
    return reply;
  }

  forget(): void {
    this.#replies.clear();
  }
}

const SECRET_KEY = "sk_test_of_the_fake";
const WEBHOOK_SECRET = "whsec_of_the_fake";
/** Signs what comes from connected accounts. */
export const CONNECT_SECRET = "whsec_of_connected_accounts";

export type FakeStripe = {
  /** The product's configuration for this fake. */
  environment: Record<string, string>;
  world: World;
  page: ReturnType<typeof openStripePage>;
  /** `METHOD path form` of each request, in order. */
  seen: string[];
  /** Answers the next calls with 500, like an outage. */
  failNext(calls: number): void;
  /** Answers nothing from now on. @returns a function that answers all of it, and what comes after */
  hang(): () => void;
  /** As after a day, when Stripe no longer knows its idempotency keys. */
  forgetKeys(): void;
  finishOnboarding(accountId: string): void;
  reverseTransfer(id: string): void;
  renew(subscriptionId: string): void;
  /** @param status pending until `settleRefund`, like with some banks */
  refund(invoiceId: string, cents: number, status?: Refund["status"]): string;
  settleRefund(id: string): void;
  failRefund(id: string): void;
  /** @returns the id of the dispute about all that was paid */
  dispute(invoiceId: string): string;
  closeDispute(id: string, status: "won" | "lost"): void;
  deliver(origin: string, event: FakeStripeEvent, how?: Delivery): Promise<number>;
  stop(): Promise<void>;
};

/** A stateful fake Stripe that checks the API key and idempotency keys, and signs webhooks. */
export async function createFakeStripe(): Promise<FakeStripe> {
  const world = new World();
  const keys = new IdempotencyKeys();
  const seen: string[] = [];
  let failures = 0;
  let isAnswering = Promise.resolve();
  const server = createServer((request, response) => {
    respond(request).then(
      ({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json", "request-id": world.newId("req") });
        response.end(JSON.stringify(body));
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });

  async function respond(request: IncomingMessage): Promise<Reply> {
    const body = await text(request);
    const { pathname, search } = new URL(request.url ?? "/", "http://stripe.test");
    const method = request.method ?? "GET";
    seen.push(`${method} ${pathname} ${body || search.slice(1)}`);
    await isAnswering;
    if (failures > 0) {
      failures--;
      return { status: 500, body: { error: { type: "api_error", message: "A simulated outage." } } };
    }
    const form = readForm(method === "POST" ? body : `${search.slice(1)}&${body}`);
    const work = async () => attempt(() => answerCall(world, { method, path: pathname, form }));
    try {
      requireKey(request);
      const key = request.headers["idempotency-key"];
      if (method !== "POST") return await work();
      return await keys.execute(typeof key === "string" ? key : undefined, `${pathname} ${body}`, work);
    } catch (error) {
      if (error instanceof StripeFault) return { status: error.status, body: error.body };
      throw error;
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: "pk_test_of_the_fake",
      STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${CONNECT_SECRET}`,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    world,
    page: openStripePage(world),
    seen,
    failNext: (calls) => {
      failures = calls;
    },
    hang() {
      const gate = Promise.withResolvers<void>();
      isAnswering = gate.promise;
      return gate.resolve;
    },
    forgetKeys: () => keys.forget(),
    finishOnboarding: (id) => finishOnboarding(world, id),
    reverseTransfer: (id) => reverseTransfer(world, id),
    renew: (id) => renew(world, id),
    refund: (invoiceId, cents, status = "succeeded") => makeRefund(world, chargeOf(world, invoiceId), cents, status).id,
    settleRefund(id) {
      take(world.refunds, "refund", id).status = "succeeded";
      world.say("refund.updated", { id, object: "refund" });
    },
    failRefund(id) {
      take(world.refunds, "refund", id).status = "failed";
      world.say("refund.failed", { id, object: "refund" });
    },
    dispute(invoiceId) {
      const charge = chargeOf(world, invoiceId);
      const { amount } = take(world.charges, "charge", charge);
      const dispute: Dispute = {
        id: world.newId("dp"),
        charge,
        amount,
        created: world.now(),
        status: "needs_response",
      };
      world.disputes.set(dispute.id, dispute);
      world.say("charge.dispute.created", { id: dispute.id, object: "dispute" });
      return dispute.id;
    },
    closeDispute(id, status) {
      take(world.disputes, "dispute", id).status = status;
      world.say("charge.dispute.closed", { id, object: "dispute" });
    },
    deliver: (origin, event, how) => deliverEvent(origin, event, WEBHOOK_SECRET, how),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function attempt(call: () => Record<string, unknown>): Reply {
  try {
    return { status: 200, body: call() };
  } catch (error) {
    if (error instanceof StripeFault) return { status: error.status, body: error.body };
    throw error;
  }
}

function requireKey(request: IncomingMessage): void {
  if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
    throw new StripeFault(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
  if (!request.headers["stripe-version"])
    throw new StripeFault(400, { type: "invalid_request_error", message: "This call names no version of the API." });
}

function chargeOf(world: World, invoiceId: string): string {
  const intent = world.intents.get(world.invoices.get(invoiceId)?.intent ?? "");
  const id = intent?.charge;
  if (!id) throw new Error("the fake has no such payment");
  return id;
}
