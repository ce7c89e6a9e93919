import { FOLLOW_MESSAGES, followRoutes } from "@app/contract/follows";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readLiveFromReplica } from "#platform/http/replica-reads.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { follow, listFollowers, listFollowing, unfollow } from "./follows.service.ts";

export function serveFollows(app: FastifyInstance, deps: Deps): void {
  serve(
    app,
    followRoutes.follow,
    async ({ viewer, params, body }) =>
      new Reply(FOLLOW_MESSAGES.followed, await follow(deps, requireMember(viewer), params.id, body)),
  );
  serve(
    app,
    followRoutes.unfollow,
    async ({ viewer, params, body }) =>
      new Reply(FOLLOW_MESSAGES.unfollowed, await unfollow(deps, requireMember(viewer), params.id, body)),
  );
  serve(app, followRoutes.following, ({ viewer, query, request }) =>
    readLiveFromReplica(deps, readerOf(request), (reads) => listFollowing(reads, requireMember(viewer), query)),
  );
  serve(app, followRoutes.followers, ({ viewer, params, query, request }) =>
    readLiveFromReplica(deps, readerOf(request), (reads) =>
      listFollowers(reads, requireMember(viewer), params.id, query),
    ),
  );
}
