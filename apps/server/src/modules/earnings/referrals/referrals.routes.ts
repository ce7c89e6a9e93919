import { referralRoutes } from "@app/contract/referrals";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readReferralCookie, setReferralCookie } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { findReferrer, showReferralLink } from "./referral-codes.service.ts";
import { listReferralDetails } from "./referrals.service.ts";

export function serveReferrals(app: FastifyInstance, deps: Deps): void {
  serve(app, referralRoutes.referrer, ({ params }) => findReferrer(deps, params.code));
  serve(app, referralRoutes.saved, ({ request }) => findReferrer(deps, readReferralCookie(request)));
  serve(app, referralRoutes.link, ({ viewer }) => showReferralLink(deps, requireMember(viewer)));
  serve(app, referralRoutes.details, ({ viewer, query }) => listReferralDetails(deps, requireMember(viewer), query));

  // Serves the same page as any other path, and sets the cookie on the way.
  app.get<{ Params: { code: string } }>("/referral/:code", async (request, reply) => {
    const { code } = request.params;
    // A link that earns nothing must not replace one that does.
    if (isVisit(request) && (await findReferrer(deps, code))) setReferralCookie(deps, reply, code);
    reply.callNotFound();
    return reply;
  });
}

/** Excludes requests such as those for an image on another site. */
function isVisit({ headers }: FastifyRequest): boolean {
  return (headers["sec-fetch-dest"] ?? "document") === "document";
}
