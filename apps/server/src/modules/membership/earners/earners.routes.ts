import { EARNER_MESSAGES, earnerRoutes, LOGO_PART } from "@app/contract/earners";
import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import type { FastifyInstance } from "fastify";
import {
  clearReferralCookie,
  clearSignUpCookie,
  deleteFinishedSignUpSession,
  discardDraftOfChild,
  discardSignUpDraft,
  readUserCard,
  setSignUpCookie,
  signInVerified,
  withReferralCode,
} from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { readFilePart } from "#platform/http/form-parts.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { endWithRefund } from "./end-with-refund.service.ts";
import { toReply } from "./enter-profile.service.ts";
import { readGuardian, requestConsent } from "./guardian.service.ts";
import {
  answerGuardianChallenge,
  beginCardCheck,
  declineOrWithdraw,
  readGuardianRequest,
  submitConsent,
} from "./guardian-answer.service.ts";
import { deactivateEarner, restoreEarner } from "./lifecycle.service.ts";
import { saveLogo } from "./pictures.service.ts";
import {
  abortRegistration,
  beginRegistration,
  claimSignUp,
  disownSignUp,
  readRegistration,
  requireCompletion,
  requireOwnEmail,
  saveFormDraft,
} from "./registration.service.ts";
import { requireRegistrant } from "./registration-state.service.ts";

export function serveEarners(app: FastifyInstance, deps: Deps): void {
  serve(app, earnerRoutes.registerEarner, async ({ body, request, reply }) => {
    await discardDraftOfChild(deps, request, reply, body.date_of_birth);
    setSignUpCookie(reply, await beginRegistration(deps, withReferralCode(request, body), request.ip));
    clearReferralCookie(reply);
    await discardSignUpDraft(deps, request, reply);
    return new Reply(EARNER_MESSAGES.registered, { username: body.username, email: body.email });
  });
  serve(app, earnerRoutes.abortRegistration, async ({ request, reply }) => {
    // Aborts only the sign-up named by the cookie, never a signed-in account.
    const registrant = await requireRegistrant(deps, null, request);
    await abortRegistration(deps, registrant);
    await discardSignUpDraft(deps, request, reply);
    clearSignUpCookie(reply);
    return new Reply(EARNER_MESSAGES.aborted, null);
  });
  serve(app, earnerRoutes.endWithRefund, async ({ viewer, request, reply }) => {
    const registrant = await requireRegistrant(deps, viewer, request);
    const { refundedCents, isNew } = await endWithRefund(deps, registrant);
    if (!registrant.isSignedIn) clearSignUpCookie(reply);
    const message = refundedCents > 0 ? EARNER_MESSAGES.endedWithRefund : EARNER_MESSAGES.endedUnpaid;
    return new Reply(isNew ? message : EARNER_MESSAGES.ending, { refunded_cents: refundedCents });
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
  serve(app, earnerRoutes.saveFormDraft, async ({ viewer, body, request }) => {
    await saveFormDraft(deps, await requireRegistrant(deps, viewer, request), body);
    return null;
  });
  serve(
    app,
    earnerRoutes.collegeLogo,
    async ({ viewer, request }) => {
      const { accountId } = await requireRegistrant(deps, viewer, request);
      return saveLogo(deps, accountId, await readFilePart(request, LOGO_PART));
    },
    { admit: (request) => requireRegistrant(deps, request.viewer, request) },
  );
  serve(app, earnerRoutes.readCompletion, async ({ viewer, request, reply }) => {
    const registrant = await requireRegistrant(deps, viewer, request);
    const { person, step } = await requireCompletion(deps, registrant);
    // Until the email is verified, this browser can still correct it.
    if (await deleteFinishedSignUpSession(deps.sql, registrant.accountId)) clearSignUpCookie(reply);
    const completed = person.email_verified_at ? EARNER_MESSAGES.completed : EARNER_MESSAGES.verifyNext;
    return new Reply(step === "done" ? completed : EARNER_MESSAGES.completing, toReply(deps, person, step));
  });
  serve(app, earnerRoutes.readUpgradeCompletion, async ({ viewer, reply }) => {
    const { accountId } = requireMember(viewer);
    const { step } = await requireCompletion(deps, { accountId, isSignedIn: true });
    if (await deleteFinishedSignUpSession(deps.sql, accountId)) clearSignUpCookie(reply);
    const message = step === "done" ? EARNER_MESSAGES.completed : EARNER_MESSAGES.completing;
    return new Reply(message, await readUserCard(deps, deps.sql, accountId));
  });
  serve(
    app,
    earnerRoutes.deactivate,
    async ({ viewer }) => new Reply(EARNER_MESSAGES.deactivated, await deactivateEarner(deps, requireMember(viewer))),
  );
  serve(app, earnerRoutes.restore, async ({ viewer }) => {
    const restored = await restoreEarner(deps, requireMember(viewer));
    const isEnding = restored.plan_ends_at !== null;
    return new Reply(isEnding ? EARNER_MESSAGES.restoredEnding : EARNER_MESSAGES.restored, restored);
  });
}

export function serveClaims(app: FastifyInstance, deps: Deps): void {
  serve(app, verificationRoutes.claimSignUp, async ({ body, request, reply }) => {
    const { device_id, device_name } = body;
    const browser = { device: { device_id, device_name }, address: request.ip, signUpAccount: null };
    const verified = await claimSignUp(deps, body, browser);
    return new Reply(SIGN_UP_MESSAGES.verified, await signInVerified(deps, request, reply, verified));
  });
  serve(app, verificationRoutes.disownSignUp, async ({ body }) => {
    await disownSignUp(deps, body.token);
    return new Reply(SIGN_UP_MESSAGES.disowned, null);
  });
}

export function serveGuardian(app: FastifyInstance, deps: Deps): void {
  serve(app, guardianRoutes.state, async ({ viewer, request }) => {
    const { accountId } = await requireRegistrant(deps, viewer, request);
    return readGuardian(deps, accountId);
  });
  serve(app, guardianRoutes.ask, async ({ viewer, body, request }) => {
    const { accountId } = await requireRegistrant(deps, viewer, request);
    await requestConsent(deps, accountId, body);
    return new Reply(GUARDIAN_MESSAGES.asked, null);
  });
  serve(app, guardianRoutes.request, ({ params }) => readGuardianRequest(deps, params.token));
  serve(app, guardianRoutes.beginCardCheck, ({ body }) => beginCardCheck(deps, body.token));
  serve(app, guardianRoutes.authenticate, async ({ body }) => {
    await answerGuardianChallenge(deps, body.token, body.challenge_id, body.outcome);
    return null;
  });
  serve(app, guardianRoutes.consent, async ({ body }) => {
    const { token, card = null, ...statement } = body;
    const { message, ...result } = await submitConsent(deps, token, { ...statement, card });
    return new Reply(message, result);
  });
  serve(app, guardianRoutes.decline, async ({ body }) => {
    const { message, request } = await declineOrWithdraw(deps, body.token);
    return new Reply(message, request);
  });
}
