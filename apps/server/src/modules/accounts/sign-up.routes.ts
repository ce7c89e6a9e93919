import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import type { FastifyInstance } from "fastify";
import { forgetReferralLink, withReferralCode } from "#modules/referrals/referral-cookie.service.ts";
import { endDraftOfChild, endSignUpDraft } from "#modules/sign-up-drafts/end-draft.service.ts";
import type { Deps } from "#platform/deps.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { changeEmail, confirmChangeEmail, resendChangeEmail } from "./email.service.ts";
import { changePassword, forgotPassword, resetPassword } from "./password.service.ts";
import { handOver } from "./refresh-cookie.ts";
import { removeOtherDevices } from "./session.service.ts";
import { register, sendVerification, verifyEmail } from "./sign-up.service.ts";

export function serveSignUp(app: FastifyInstance, deps: Deps): void {
  serve(app, signUpRoutes.register, async ({ body, request, reply }) => {
    await endDraftOfChild(deps, request, reply, body.date_of_birth);
    const registered = await register(deps, withReferralCode(request, body));
    forgetReferralLink(reply);
    await endSignUpDraft(deps, request, reply);
    return new Said(SIGN_UP_MESSAGES.registered, registered);
  });
  serve(app, signUpRoutes.sendVerification, async ({ body }) => {
    await sendVerification(deps, body.email_or_username);
    return new Said(SIGN_UP_MESSAGES.sent, null);
  });
  serve(app, signUpRoutes.verifyEmail, async ({ body, request, reply }) => {
    const { token, ...device } = body;
    return new Said(SIGN_UP_MESSAGES.verified, handOver(reply, await verifyEmail(deps, token, device, request.ip)));
  });
  serve(app, signUpRoutes.forgotPassword, async ({ body }) => {
    await forgotPassword(deps, body.email_or_username);
    return new Said(SIGN_UP_MESSAGES.resetSent, null);
  });
  serve(app, signUpRoutes.resetPassword, async ({ body }) => {
    const { token, ...chosen } = body;
    await resetPassword(deps, token, chosen);
    return new Said(SIGN_UP_MESSAGES.reset, null);
  });
  serve(app, signUpRoutes.changePassword, async ({ viewer, body }) => {
    const { current_password, ...chosen } = body;
    await changePassword(deps, requireMember(viewer), current_password, chosen);
    return new Said(SIGN_UP_MESSAGES.passwordChanged, null);
  });
  serve(app, signUpRoutes.changeEmail, async ({ viewer, body }) => {
    await changeEmail(deps, requireMember(viewer), body.email, body.password);
    return new Said(SIGN_UP_MESSAGES.emailAsked, null);
  });
  serve(app, signUpRoutes.resendChangeEmail, async ({ viewer }) => {
    await resendChangeEmail(deps, requireMember(viewer));
    return new Said(SIGN_UP_MESSAGES.emailAsked, null);
  });
  serve(app, signUpRoutes.confirmChangeEmail, async ({ body }) => {
    await confirmChangeEmail(deps, body.token);
    return new Said(SIGN_UP_MESSAGES.emailChanged, null);
  });
  serve(app, signUpRoutes.removeOtherDevices, async ({ viewer }) => {
    await removeOtherDevices(deps, requireMember(viewer));
    return new Said(SIGN_UP_MESSAGES.othersSignedOut, null);
  });
}
