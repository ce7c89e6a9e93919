import { REVIEW_MESSAGES, referralReviewRoutes } from "@app/contract/referral-review";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { addMissedReferral, listFlagged, releaseReferral, reverseByStaff } from "./review.service.ts";

export function serveReferralReview(app: FastifyInstance, deps: Deps): void {
  serve(app, referralReviewRoutes.list, ({ query }) => listFlagged(deps, query));
  serve(app, referralReviewRoutes.release, async ({ viewer, params }) => {
    await releaseReferral(deps, requireMember(viewer), params.id);
    return new Reply(REVIEW_MESSAGES.released, null);
  });
  serve(app, referralReviewRoutes.reverse, async ({ viewer, params, body }) => {
    await reverseByStaff(deps, requireMember(viewer), { ...params, ...body });
    return new Reply(REVIEW_MESSAGES.reversed, null);
  });
  serve(app, referralReviewRoutes.addMissed, async ({ viewer, body }) => {
    await addMissedReferral(deps, requireMember(viewer), body);
    return new Reply(REVIEW_MESSAGES.added, null);
  });
}
