import { accountSecurityRoutes, SECURITY_MESSAGES } from "@app/contract/account-security";
import type { FastifyInstance } from "fastify";
import { confirmPassword } from "#modules/identity/accounts/passwords.service.ts";
import { clearRefreshCookie } from "#modules/identity/sessions/sessions.service.ts";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { requestDeletion } from "./deletion.service.ts";

export function serveDeletion(app: FastifyInstance, deps: Deps): void {
  serve(app, accountSecurityRoutes.confirmPassword, async ({ viewer, body }) => {
    return new Reply(SECURITY_MESSAGES.confirmed, await confirmPassword(deps, requireMember(viewer), body.password));
  });
  serve(app, accountSecurityRoutes.deleteUser, async ({ viewer, reply }) => {
    const due = await requestDeletion(deps, requireMember(viewer));
    clearRefreshCookie(reply);
    return new Reply(SECURITY_MESSAGES.deleted, due);
  });
}
