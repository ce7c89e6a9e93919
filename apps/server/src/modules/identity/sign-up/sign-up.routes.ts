import { SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { changePassword, forgotPassword, resetPassword } from "#modules/identity/accounts/passwords.service.ts";
import {
  cancelChangeEmail,
  changeEmail,
  confirmChangeEmail,
  readPendingEmail,
  resendChangeEmail,
} from "#modules/identity/links/change-email.service.ts";
import { type Browser, verifyByCode, verifyByLink } from "#modules/identity/links/verify-email.service.ts";
import type { Device } from "#modules/identity/sessions/sessions.service.ts";
import { removeOtherDevices } from "#modules/identity/sessions/sessions.service.ts";
import { discardDraftOfChild, discardSignUpDraft } from "#modules/identity/sign-up-drafts/sign-up-drafts.service.ts";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { correctEmail, readSignUpState, register, sendVerification } from "./sign-up.service.ts";
import {
  clearReferralCookie,
  findSignUpAccount,
  setSignUpCookie,
  signInVerified,
  withReferralCode,
} from "./sign-up-session.service.ts";

export function serveSignUp(app: FastifyInstance, deps: Deps): void {
  serve(app, signUpRoutes.register, async ({ body, request, reply }) => {
    await discardDraftOfChild(deps, request, reply, body.date_of_birth);
    setSignUpCookie(reply, await register(deps, withReferralCode(request, body), request.ip));
    clearReferralCookie(reply);
    await discardSignUpDraft(deps, request, reply);
    return new Reply(SIGN_UP_MESSAGES.registered, { username: body.username, email: body.email });
  });
  serve(app, signUpRoutes.sendVerification, async ({ body }) => {
    await sendVerification(deps, body.email_or_username);
    return new Reply(SIGN_UP_MESSAGES.sent, null);
  });
  serveVerification(app, deps);
  servePasswords(app, deps);
  serveEmailChange(app, deps);
  serve(app, signUpRoutes.removeOtherDevices, async ({ viewer }) => {
    await removeOtherDevices(deps, requireMember(viewer));
    return new Reply(SIGN_UP_MESSAGES.othersSignedOut, null);
  });
}

function serveVerification(app: FastifyInstance, deps: Deps): void {
  const browserOf = async (request: FastifyRequest, device: Device): Promise<Browser> => ({
    device,
    address: request.ip,
    signUpAccount: await findSignUpAccount(deps.sql, request),
  });
  serve(app, verificationRoutes.signUp, async ({ request }) =>
    readSignUpState(deps, await findSignUpAccount(deps.sql, request)),
  );
  serve(app, verificationRoutes.correctEmail, async ({ body, request }) => {
    const accountId = await findSignUpAccount(deps.sql, request);
    const state = await correctEmail(deps, accountId, { email: body.email, address: request.ip });
    return new Reply(SIGN_UP_MESSAGES.emailCorrected, state);
  });
  serve(app, signUpRoutes.verifyEmail, async ({ body, request, reply }) => {
    const { token, password, ...device } = body;
    const verified = await verifyByLink(deps, { token, password }, await browserOf(request, device));
    return new Reply(SIGN_UP_MESSAGES.verified, await signInVerified(deps, request, reply, verified));
  });
  serve(app, verificationRoutes.verifyCode, async ({ body, request, reply }) => {
    const { code, ...device } = body;
    const verified = await verifyByCode(deps, code, await browserOf(request, device));
    return new Reply(SIGN_UP_MESSAGES.verified, await signInVerified(deps, request, reply, verified));
  });
}

function servePasswords(app: FastifyInstance, deps: Deps): void {
  serve(app, signUpRoutes.forgotPassword, async ({ body }) => {
    await forgotPassword(deps, body.email_or_username);
    return new Reply(SIGN_UP_MESSAGES.resetSent, null);
  });
  serve(app, signUpRoutes.resetPassword, async ({ body }) => {
    const { token, ...chosen } = body;
    await resetPassword(deps, token, chosen);
    return new Reply(SIGN_UP_MESSAGES.reset, null);
  });
  serve(app, signUpRoutes.changePassword, async ({ viewer, body }) => {
    const { current_password, ...chosen } = body;
    await changePassword(deps, requireMember(viewer), current_password, chosen);
    return new Reply(SIGN_UP_MESSAGES.passwordChanged, null);
  });
}

function serveEmailChange(app: FastifyInstance, deps: Deps): void {
  serve(app, signUpRoutes.changeEmail, async ({ viewer, body }) => {
    await changeEmail(deps, requireMember(viewer), body.email, body.password);
    return new Reply(SIGN_UP_MESSAGES.emailAsked, null);
  });
  serve(app, verificationRoutes.pendingEmail, ({ viewer }) => readPendingEmail(deps, requireMember(viewer)));
  serve(app, signUpRoutes.resendChangeEmail, async ({ viewer }) => {
    await resendChangeEmail(deps, requireMember(viewer));
    return new Reply(SIGN_UP_MESSAGES.emailAsked, null);
  });
  serve(app, verificationRoutes.cancelChangeEmail, async ({ viewer }) => {
    await cancelChangeEmail(deps, requireMember(viewer));
    return new Reply(SIGN_UP_MESSAGES.emailChangeCanceled, null);
  });
  serve(app, signUpRoutes.confirmChangeEmail, async ({ viewer, body }) => {
    await confirmChangeEmail(deps, viewer, { token: body.token, password: body.password });
    return new Reply(SIGN_UP_MESSAGES.emailChanged, null);
  });
}
