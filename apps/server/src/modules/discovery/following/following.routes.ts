import { followRoutes } from "@app/contract/follows";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { rememberMarks } from "#platform/remember-marks.ts";
import { rememberTotals } from "#platform/remember-totals.ts";
import { requireMember } from "#platform/viewer.ts";
import { listFollowingContents } from "./following.service.ts";

export function serveFollowing(app: FastifyInstance, deps: Deps): void {
  const listDeps = { ...deps, totals: rememberTotals(deps), marks: rememberMarks(deps) };
  serve(app, followRoutes.followingContents, ({ viewer, query }) =>
    listFollowingContents(listDeps, requireMember(viewer), query),
  );
}
