import { UNSUBSCRIBE_MESSAGES, unsubscribeRoutes } from "@app/contract/preferences";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { showUnsubscribing, unsubscribe } from "./unsubscribe.service.ts";

const BODY_MAX_BYTES = 1_024;

export function serveUnsubscribe(app: FastifyInstance, deps: Deps): void {
  serve(app, unsubscribeRoutes.show, ({ params }) => showUnsubscribing(deps, params.token));
  serve(app, unsubscribeRoutes.confirm, async ({ params }) => {
    return new Reply(UNSUBSCRIBE_MESSAGES.done, await unsubscribe(deps, params.token));
  });
  serveOneClick(app, deps);
}

/**
 * What the `List-Unsubscribe` header names (RFC 8058): mail programs post one field to it, as a form of either kind, from
 * any origin. The same path opened with GET is a page that changes nothing, because mail scanners open every link.
 */
function serveOneClick(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.route<{ Params: { token: string } }>({
      method: "POST",
      url: "/unsubscribe/:token",
      config: { route: "unsubscribe.oneClick" },
      handler: async (request, reply) => {
        const body = typeof request.body === "string" ? request.body : "";
        if (!/\bList-Unsubscribe\b.*\bOne-Click\b/s.test(body))
          throw new AppError("bad_request", UNSUBSCRIBE_MESSAGES.notOneClick);
        await unsubscribe(deps, request.params.token);
        return reply.send({ code: 200, status: "success", message: UNSUBSCRIBE_MESSAGES.done, data: null });
      },
    });
  });
}
