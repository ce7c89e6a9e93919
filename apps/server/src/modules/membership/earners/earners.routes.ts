import { EARNER_MESSAGES, earnerRoutes, LOGO_PART } from "@app/contract/earners";
import type { FastifyInstance } from "fastify";
import {
  clearReferralCookie,
  clearSignUpCookie,
  deleteFinishedSignUpSession,
  endDraftOfChild,
  endSignUpDraft,
  readUserCard,
  setSignUpCookie,
  withReferralCode,
} from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { takeFile } from "#platform/http/file-part.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { endWithRefund } from "./end-with-refund.service.ts";
import { toReply } from "./enter-profile.service.ts";
import { deactivateEarner, restoreEarner } from "./lifecycle.service.ts";
import { takeLogo } from "./pictures.service.ts";
import { requireRegistrant } from "./registrant.service.ts";
import {
  abortRegistration,
  beginRegistration,
  readRegistration,
  requireCompletion,
  requireOwnEmail,
  saveTyped,
} from "./registration.service.ts";

export function serveEarners(app: FastifyInstance, deps: Deps): void {
  serve(app, earnerRoutes.registerEarner, async ({ body, request, reply }) => {
    await endDraftOfChild(deps, request, reply, body.date_of_birth);
    setSignUpCookie(reply, await beginRegistration(deps, withReferralCode(request, body), request.ip));
    clearReferralCookie(reply);
    await endSignUpDraft(deps, request, reply);
    return new Said(EARNER_MESSAGES.registered, { username: body.username, email: body.email });
  });
  serve(app, earnerRoutes.abortRegistration, async ({ request, reply }) => {
    // Only what the cookie names is given up: somebody signed in aborts nothing of their account.
    const registrant = await requireRegistrant(deps, null, request);
    await abortRegistration(deps, registrant);
    await endSignUpDraft(deps, request, reply);
    clearSignUpCookie(reply);
    return new Said(EARNER_MESSAGES.aborted, null);
  });
  serve(app, earnerRoutes.endWithRefund, async ({ viewer, request, reply }) => {
    const registrant = await requireRegistrant(deps, viewer, request);
    const { refundedCents, isNew } = await endWithRefund(deps, registrant);
    if (!registrant.isSignedIn) clearSignUpCookie(reply);
    const ended = refundedCents > 0 ? EARNER_MESSAGES.endedWithRefund : EARNER_MESSAGES.endedUnpaid;
    return new Said(isNew ? ended : EARNER_MESSAGES.ending, { refunded_cents: refundedCents });
  });
  serve(app, earnerRoutes.registration, async ({ viewer, request }) =>
    readRegistration(deps, await requireRegistrant(deps, viewer, request)),
  );
  serve(app, earnerRoutes.continueRegistration, async ({ body, request }) => {
    await requireOwnEmail(deps, await requireRegistrant(deps, null, request), body.email);
    return null;
  });
  serve(app, earnerRoutes.leaveRegistration, async ({ reply }) => {
    clearSignUpCookie(reply);
    return null;
  });
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
    const registrant = await requireRegistrant(deps, viewer, request);
    const { person, step } = await requireCompletion(deps, registrant);
    // Until the address is verified this browser can still correct it.
    if (await deleteFinishedSignUpSession(deps.sql, registrant.accountId)) clearSignUpCookie(reply);
    const completed = person.email_verified_at ? EARNER_MESSAGES.completed : EARNER_MESSAGES.verifyNext;
    return new Said(step === "done" ? completed : EARNER_MESSAGES.completing, toReply(deps, person, step));
  });
  serve(app, earnerRoutes.completeUpgrade, async ({ viewer, reply }) => {
    const { accountId } = requireMember(viewer);
    const { step } = await requireCompletion(deps, { accountId, isSignedIn: true });
    if (await deleteFinishedSignUpSession(deps.sql, accountId)) clearSignUpCookie(reply);
    const message = step === "done" ? EARNER_MESSAGES.completed : EARNER_MESSAGES.completing;
    return new Said(message, await readUserCard(deps, deps.sql, accountId));
  });
  serve(
    app,
    earnerRoutes.deactivate,
    async ({ viewer }) => new Said(EARNER_MESSAGES.deactivated, await deactivateEarner(deps, requireMember(viewer))),
  );
  serve(app, earnerRoutes.restore, async ({ viewer }) => {
    const restored = await restoreEarner(deps, requireMember(viewer));
    const isEnding = restored.plan_ends_at !== null;
    return new Said(isEnding ? EARNER_MESSAGES.restoredEnding : EARNER_MESSAGES.restored, restored);
  });
}
