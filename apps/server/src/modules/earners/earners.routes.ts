import { EARNER_MESSAGES, earnerRoutes, LOGO_PART } from "@app/contract/earners";
import type { FastifyInstance } from "fastify";
import { readUserCard } from "#modules/accounts/person.service.ts";
import {
  clearSignUpCookie,
  deleteFinishedSignUpSession,
  setSignUpCookie,
} from "#modules/accounts/sign-up-session.service.ts";
import { forgetReferralLink, withReferralCode } from "#modules/referrals/referral-cookie.service.ts";
import { endSignUpDraft } from "#modules/sign-up-drafts/end-draft.service.ts";
import type { Deps } from "#platform/deps.ts";
import { takeFile } from "#platform/http/file-part.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { becomeEarner } from "./become-earner.service.ts";
import { toReply } from "./enter-profile.service.ts";
import { deactivateEarner, restoreEarner } from "./lifecycle.service.ts";
import { takeLogo } from "./pictures.service.ts";
import { requireRegistrant } from "./registrant.service.ts";
import { abortRegistration, beginRegistration, readRegistration, saveTyped } from "./registration.service.ts";

export function serveEarners(app: FastifyInstance, deps: Deps): void {
  serve(app, earnerRoutes.registerEarner, async ({ body, request, reply }) => {
    setSignUpCookie(reply, await beginRegistration(deps, withReferralCode(request, body), request.ip));
    forgetReferralLink(reply);
    await endSignUpDraft(deps, request, reply);
    return new Said(EARNER_MESSAGES.registered, { username: body.username, email: body.email });
  });
  serve(app, earnerRoutes.abortRegistration, async ({ request, reply }) => {
    await endSignUpDraft(deps, request, reply);
    // Only what the cookie names is given up: somebody signed in aborts nothing of their account.
    const { accountId } = await requireRegistrant(deps, null, request);
    await abortRegistration(deps, accountId);
    clearSignUpCookie(reply);
    return new Said(EARNER_MESSAGES.aborted, null);
  });
  serve(app, earnerRoutes.registration, async ({ viewer, request }) =>
    readRegistration(deps, await requireRegistrant(deps, viewer, request)),
  );
  serve(app, earnerRoutes.saveTyped, async ({ viewer, body, request }) => {
    await saveTyped(deps, await requireRegistrant(deps, viewer, request), body);
    return null;
  });
  serve(
    app,
    earnerRoutes.collegeLogo,
    async ({ viewer, request }) => {
      const { accountId } = await requireRegistrant(deps, viewer, request);
      return takeLogo(deps, accountId, await takeFile(request, LOGO_PART));
    },
    { admit: (request) => requireRegistrant(deps, request.viewer, request) },
  );
  serve(app, earnerRoutes.completeRegistration, async ({ viewer, request, reply }) => {
    const { accountId } = await requireRegistrant(deps, viewer, request);
    const person = await becomeEarner(deps, accountId);
    // Until the address is verified this browser can still correct it.
    if (await deleteFinishedSignUpSession(deps.sql, accountId)) clearSignUpCookie(reply);
    const message = person.email_verified_at ? EARNER_MESSAGES.completed : EARNER_MESSAGES.verifyNext;
    return new Said(message, toReply(deps, person, "done"));
  });
  serve(app, earnerRoutes.completeUpgrade, async ({ viewer }) => {
    const { accountId } = requireMember(viewer);
    await becomeEarner(deps, accountId);
    return new Said(EARNER_MESSAGES.completed, await readUserCard(deps, deps.sql, accountId));
  });
  serve(
    app,
    earnerRoutes.deactivate,
    async ({ viewer }) => new Said(EARNER_MESSAGES.deactivated, await deactivateEarner(deps, requireMember(viewer))),
  );
  serve(
    app,
    earnerRoutes.restore,
    async ({ viewer }) => new Said(EARNER_MESSAGES.restored, await restoreEarner(deps, requireMember(viewer))),
  );
}
