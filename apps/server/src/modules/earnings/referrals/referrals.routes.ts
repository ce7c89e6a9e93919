import { REVIEW_MESSAGES, referralReviewRoutes } from "@app/contract/referral-review";
import { referralRoutes } from "@app/contract/referrals";
import type { FastifyInstance } from "fastify";
import { readReferralCookie, setReferralCookie } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { findReferralLink, findReferrer, showReferralLink } from "./referral-codes.service.ts";
import { listAllReferralDetails, listReferralDetails } from "./referral-details.service.ts";
import {
  addReferralLink,
  createOpenCounter,
  listReferralLinks,
  renameReferralLink,
  withdrawReferralLink,
} from "./referral-links.service.ts";
import { isPersonsVisit, isVisit } from "./referrals.policy.ts";
import { addMissedReferral, clearReferralReview, listFlagged, reverseByStaff } from "./review.service.ts";

export function serveReferrals(app: FastifyInstance, deps: Deps): void {
  serve(app, referralRoutes.referrer, ({ params }) => findReferrer(deps, params.code));
  serve(app, referralRoutes.saved, ({ request }) => findReferrer(deps, readReferralCookie(request)));
  serve(app, referralRoutes.link, ({ viewer }) => showReferralLink(deps, requireMember(viewer)));
  serve(app, referralRoutes.details, ({ viewer, query }) => listReferralDetails(deps, requireMember(viewer), query));
  serve(app, referralRoutes.allDetails, ({ viewer, query }) =>
    listAllReferralDetails(deps, requireMember(viewer), query),
  );
  serve(app, referralRoutes.links, ({ viewer, query }) => listReferralLinks(deps, requireMember(viewer), query));
  serve(app, referralRoutes.addLink, ({ viewer, body }) => addReferralLink(deps, requireMember(viewer), body.label));
  serve(app, referralRoutes.renameLink, ({ viewer, params, body }) =>
    renameReferralLink(deps, requireMember(viewer), { ...params, ...body }),
  );
  serve(app, referralRoutes.withdrawLink, async ({ viewer, params }) => {
    await withdrawReferralLink(deps, requireMember(viewer), params.code);
    return null;
  });
  serveLandings(app, deps);
}

/** Serves the same page as any other path, sets the cookie on the way, and counts the open. */
function serveLandings(app: FastifyInstance, deps: Deps): void {
  const opens = createOpenCounter(deps);
  app.addHook("onClose", () => opens.close());
  app.get<{ Params: { code: string } }>("/referral/:code", async (request, reply) => {
    // A link that earns nothing must not replace one that does.
    const link = isVisit(request.headers) ? await findReferralLink(deps.sql, request.params.code) : null;
    if (link) {
      const isAgain = readReferralCookie(request) === link.code;
      if (!isAgain && request.method === "GET" && isPersonsVisit(request.headers)) opens.count(link.code);
      setReferralCookie(deps, reply, link.code);
    }
    reply.callNotFound();
    return reply;
  });
}

export function serveReferralReview(app: FastifyInstance, deps: Deps): void {
  serve(app, referralReviewRoutes.list, ({ query }) => listFlagged(deps, query));
  serve(app, referralReviewRoutes.release, async ({ viewer, params }) => {
    await clearReferralReview(deps, requireMember(viewer), params.id);
    return new Reply(REVIEW_MESSAGES.released, null);
  });
  serve(app, referralReviewRoutes.reverse, async ({ viewer, params, body }) => {
    await reverseByStaff(deps, requireMember(viewer), { ...params, ...body });
    return new Reply(REVIEW_MESSAGES.reversed, null);
  });
  serve(app, referralReviewRoutes.addMissed, async ({ viewer, body }) => {
    const added = await addMissedReferral(deps, requireMember(viewer), body);
    return new Reply(added.is_credited ? REVIEW_MESSAGES.added : REVIEW_MESSAGES.waits, added);
  });
}
