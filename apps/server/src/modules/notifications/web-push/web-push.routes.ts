import { PUSH_MESSAGES, webPushRoutes } from "@app/contract/web-push";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { requestTestPush, showSubscription, subscribe, unsubscribe } from "./subscriptions.service.ts";

export function serveWebPush(app: FastifyInstance, deps: Deps): void {
  serve(app, webPushRoutes.one, ({ viewer }) => showSubscription(deps, requireMember(viewer)));
  serve(app, webPushRoutes.subscribe, async ({ viewer, body }) => {
    await subscribe(deps, requireMember(viewer), body);
    return new Reply(PUSH_MESSAGES.on, null);
  });
  serve(app, webPushRoutes.unsubscribe, async ({ viewer }) => {
    await unsubscribe(deps, requireMember(viewer));
    return new Reply(PUSH_MESSAGES.off, null);
  });
  serve(app, webPushRoutes.test, async ({ viewer }) => {
    await requestTestPush(deps, requireMember(viewer));
    return new Reply(PUSH_MESSAGES.testQueued, null);
  });
}
