import { REACTION_MESSAGES, reactionRoutes } from "@app/contract/reactions";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { createFlushTimer } from "#platform/flush-timer.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { clearLikes, clearSaves, flushLikeCounts, setLike, setSaved, showReactions } from "./reactions.service.ts";

export function serveReactions(app: FastifyInstance, deps: Deps): void {
  const counter = createFlushTimer(deps, { name: "like counts", flush: () => flushLikeCounts(deps) });
  app.addHook("onClose", () => counter.close());

  serve(app, reactionRoutes.one, ({ viewer, params }) => showReactions(deps, requireMember(viewer), params.id));
  serve(app, reactionRoutes.like, ({ viewer, params, body }) =>
    setLike({ sql: deps.sql, counter }, requireMember(viewer), params.id, body.liked),
  );
  serve(app, reactionRoutes.save, ({ viewer, params, body }) =>
    setSaved(deps, requireMember(viewer), params.id, body.saved),
  );
  serve(app, reactionRoutes.clearLikes, async ({ viewer }) => {
    await clearLikes({ sql: deps.sql, counter }, requireMember(viewer));
    return new Reply(REACTION_MESSAGES.likesCleared, null);
  });
  serve(app, reactionRoutes.clearSaves, async ({ viewer }) => {
    await clearSaves(deps, requireMember(viewer));
    return new Reply(REACTION_MESSAGES.savesCleared, null);
  });
}
