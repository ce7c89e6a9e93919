import { accountRoutes } from "@app/contract/accounts";
import { LOGIN_MESSAGES, MESSAGES } from "@app/contract/errors";
import { signUpRoutes } from "@app/contract/sign-up";
import type { FastifyInstance } from "fastify";
import {
  clearSignUpCookie,
  findSignUpAccount,
  setSignUpCookie,
} from "#modules/identity/sign-up/sign-up-session.service.ts";
import { discardSignUpDraft } from "#modules/identity/sign-up-drafts/sign-up-drafts.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import {
  clearRefreshCookie,
  createMemberReader,
  listDevices,
  REFRESH_COOKIE,
  refreshSession,
  removeDevice,
  type SignedIn,
  sendNewSession,
  sendSession,
  signOut,
} from "./sessions.service.ts";
import { sendSignInLink, signIn, signInByLink, UnverifiedError } from "./sign-in.service.ts";

export function serveSessions(app: FastifyInstance, deps: Deps): void {
  const readMember = createMemberReader(deps);
  app.addHook("onRequest", async (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined && !request.routeOptions.config.hasOwnToken)
      request.viewer = await readMember(authorization);
  });

  serve(app, accountRoutes.login, async ({ body, request, reply }) => {
    const signedIn = await signIn(deps, body, request.ip).catch((error: unknown) => {
      if (error instanceof UnverifiedError) setSignUpCookie(reply, error.signUpToken);
      throw error;
    });
    await discardSignUpDraft(deps, request, reply);
    const session = await sendNewSession(deps, request, reply, signedIn);
    return new Reply(welcomeMessage(signedIn), session);
  });

  serve(app, signUpRoutes.sendSignInLink, async ({ body }) => {
    await sendSignInLink(deps, body.email_or_username);
    return new Reply(LOGIN_MESSAGES.linkSent, null);
  });

  serve(app, signUpRoutes.signInByLink, async ({ body, request, reply }) => {
    const { token, code, ...device } = body;
    const signedIn = await signInByLink(deps, { token, code }, { device, address: request.ip });
    await discardSignUpDraft(deps, request, reply);
    const session = await sendNewSession(deps, request, reply, signedIn);
    return new Reply(welcomeMessage(signedIn), session);
  });

  serve(app, accountRoutes.refresh, async ({ request, reply }) => {
    const token = request.cookies[REFRESH_COOKIE];
    if (!token) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
    return sendSession(reply, await refreshSession(deps, token, request.ip));
  });

  serve(app, accountRoutes.logout, async ({ viewer, request, reply }) => {
    await signOut(deps, requireMember(viewer));
    clearRefreshCookie(reply);
    // Another person's sign-up in this browser goes on.
    if ((await findSignUpAccount(deps.sql, request)) === null) clearSignUpCookie(reply);
    return new Reply(LOGIN_MESSAGES.loggedOut, null);
  });

  serve(app, accountRoutes.devices, ({ viewer }) => listDevices(deps, requireMember(viewer)));

  serve(app, accountRoutes.removeDevice, async ({ viewer, params }) => {
    await removeDevice(deps, requireMember(viewer), params.id);
    return new Reply("The device was signed out.", null);
  });
}

function welcomeMessage({ restored }: SignedIn): string {
  if (!restored) return LOGIN_MESSAGES.success;
  if (restored.hasPlanEnded) return LOGIN_MESSAGES.restoredPlanEnded;
  return restored.planEndsAt && !restored.isDeactivated ? LOGIN_MESSAGES.restoredPlanEnds : LOGIN_MESSAGES.restored;
}
