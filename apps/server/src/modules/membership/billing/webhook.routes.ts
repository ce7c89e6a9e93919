import { API_PREFIX } from "@app/contract/http";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { UntrustedEvent } from "#platform/payments/payments.ts";
import { handleEvent } from "./events.service.ts";

const BODY_MAX_BYTES = 1024 * 1024;

/**
 * What Stripe tells us. The signature is over the bytes as they came, so only here the body is not parsed; the parser
 * is inside a scope of its own and no other route knows it.
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
        const event = readTrusted(() => deps.payments.readEvent(body, typeof signature === "string" ? signature : ""));
        await handleEvent(deps, event);
        return reply.send({ code: 200, status: "success", message: "OK", data: null });
      },
    });
  });
}

function readTrusted<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UntrustedEvent) throw new AppError("bad_request", "This event is not Stripe's.");
    throw error;
  }
}
