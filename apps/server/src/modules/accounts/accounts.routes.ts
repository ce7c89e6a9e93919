import { accountRoutes, LOGIN_MESSAGES } from "@app/contract/accounts";
import { MESSAGES } from "@app/contract/errors";
import type { FastifyInstance } from "fastify";
import { endSignUpDraft } from "#modules/sign-up-drafts/end-draft.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { forgetCookie, handOver, REFRESH_COOKIE } from "./refresh-cookie.ts";
import { listDevices, openMemberReader, refreshSession, removeDevice, signOut } from "./session.service.ts";
import { signIn } from "./sign-in.service.ts";

export function serveAccounts(app: FastifyInstance, deps: Deps): void {
  const readMember = openMemberReader(deps);
  app.addHook("onRequest", async (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) request.viewer = await readMember(authorization);
  });

  serve(app, accountRoutes.login, async ({ body, request, reply }) => {
    const signedIn = await signIn(deps, body, request.ip);
    await endSignUpDraft(deps, request, reply);
    const { kept } = signedIn;
    const welcome = kept?.planEndsAt ? LOGIN_MESSAGES.keptEnding : LOGIN_MESSAGES.kept;
    return new Said(kept ? welcome : LOGIN_MESSAGES.success, handOver(reply, signedIn));
  });

  serve(app, accountRoutes.refresh, async ({ request, reply }) => {
    const token = request.cookies[REFRESH_COOKIE];
    if (!token) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
    return handOver(reply, await refreshSession(deps, token, request.ip));
  });

  serve(app, accountRoutes.logout, async ({ viewer, reply }) => {
    await signOut(deps, requireMember(viewer));
    forgetCookie(reply);
    return new Said(LOGIN_MESSAGES.loggedOut, null);
  });

  serve(app, accountRoutes.devices, ({ viewer }) => listDevices(deps, requireMember(viewer)));

  serve(app, accountRoutes.removeDevice, async ({ viewer, params }) => {
    await removeDevice(deps, requireMember(viewer), params.id);
    return new Said("The device was signed out.", null);
  });
}
