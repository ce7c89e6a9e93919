import { API_PREFIX } from "@app/contract/http";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { UntrustedEvent } from "#platform/payments/payments.ts";
import { handleEvent } from "./events.service.ts";

const BODY_MAX_BYTES = 1024 * 1024;

/**
 * Stripe's webhooks. Stripe signs the raw bytes, so this route does not parse the body; its content type parser lives in
 * a scope of its own and affects no other route.
 */
export function serveWebhooks(app: FastifyInstance, deps: Deps): void {
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
