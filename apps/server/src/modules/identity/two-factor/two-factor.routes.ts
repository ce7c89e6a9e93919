import { accountSecurityRoutes, SECURITY_MESSAGES } from "@app/contract/account-security";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  showTwoFactor,
} from "./two-factor.service.ts";

export function serveTwoFactor(app: FastifyInstance, deps: Deps): void {
  serve(app, accountSecurityRoutes.twoFactor, ({ viewer }) => showTwoFactor(deps, requireMember(viewer)));

  serve(app, accountSecurityRoutes.beginTwoFactor, ({ viewer }) => beginTwoFactor(deps, requireMember(viewer)));
  serve(app, accountSecurityRoutes.enableTwoFactor, async ({ viewer, body }) => {
    return new Reply(SECURITY_MESSAGES.twoFactorOn, await enableTwoFactor(deps, requireMember(viewer), body.code));
  });
  serve(app, accountSecurityRoutes.disableTwoFactor, async ({ viewer, body }) => {
    await disableTwoFactor(deps, requireMember(viewer), body.code);
    return new Reply(SECURITY_MESSAGES.twoFactorOff, null);
  });
  serve(app, accountSecurityRoutes.renewRecoveryCodes, async ({ viewer, body }) => {
    return new Reply(SECURITY_MESSAGES.newCodes, await renewRecoveryCodes(deps, requireMember(viewer), body.code));
  });
}
