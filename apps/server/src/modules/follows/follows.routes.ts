import { FOLLOW_MESSAGES, followRoutes } from "@app/contract/follows";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { rememberMarks } from "#platform/remember-marks.ts";
import { rememberTotals } from "#platform/remember-totals.ts";
import { requireMember } from "#platform/viewer.ts";
import { listFollowers, listFollowing, listFollowingContents } from "./follow-lists.service.ts";
import { follow, unfollow } from "./follows.service.ts";

export function serveFollows(app: FastifyInstance, deps: Deps): void {
  const remembered = { totals: rememberTotals(deps), marks: rememberMarks(deps) };
  serve(
    app,
    followRoutes.follow,
    async ({ viewer, params, body }) =>
      new Said(FOLLOW_MESSAGES.followed, await follow(deps, requireMember(viewer), params.id, body)),
  );
  serve(
    app,
    followRoutes.unfollow,
    async ({ viewer, params, body }) =>
      new Said(FOLLOW_MESSAGES.unfollowed, await unfollow(deps, requireMember(viewer), params.id, body)),
  );
  serve(app, followRoutes.following, ({ viewer, query }) =>
    listFollowing({ ...deps, ...remembered }, requireMember(viewer), query),
  );
  serve(app, followRoutes.followingContents, ({ viewer, query }) =>
    listFollowingContents({ ...deps, ...remembered }, requireMember(viewer), query),
  );
  serve(app, followRoutes.followers, ({ viewer, params, query }) =>
    listFollowers(deps, requireMember(viewer), params.id, query),
  );
}
