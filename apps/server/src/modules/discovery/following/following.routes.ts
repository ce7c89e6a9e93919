import { followRoutes } from "@app/contract/follows";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readerOf, readLiveFromReplica } from "#platform/http/replica-reads.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { listFollowingContents } from "./following.service.ts";

export function serveFollowing(app: FastifyInstance, deps: Deps): void {
  serve(app, followRoutes.followingContents, ({ viewer, query, request }) =>
    readLiveFromReplica(deps, readerOf(request), (reads) => listFollowingContents(reads, requireMember(viewer), query)),
  );
}
