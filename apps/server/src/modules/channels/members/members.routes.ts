import { TEAM_MESSAGES, teamRoutes } from "@app/contract/teams";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { changeRole, removePerson } from "./change-members.service.ts";
import { acceptInvitation, invite, listLog, revokeInvitation, showInvitation, showTeam } from "./members.service.ts";

export function serveMembers(app: FastifyInstance, deps: Deps): void {
  serve(app, teamRoutes.show, ({ viewer, params }) => showTeam(deps, requireMember(viewer), params.id));
  serve(app, teamRoutes.log, ({ viewer, params, query }) => listLog(deps, requireMember(viewer), params.id, query));
  serve(app, teamRoutes.invite, async ({ viewer, params, body }) => {
    await invite(deps, requireMember(viewer), params.id, body);
    return new Reply(TEAM_MESSAGES.invited, null);
  });
  serve(app, teamRoutes.revoke, async ({ viewer, params }) => {
    await revokeInvitation(deps, requireMember(viewer), params.id);
    return new Reply(TEAM_MESSAGES.revoked, null);
  });
  serve(app, teamRoutes.changeRole, async ({ viewer, params, body }) => {
    await changeRole(deps, requireMember(viewer), params, body.role);
    return new Reply(TEAM_MESSAGES.changed, null);
  });
  serve(app, teamRoutes.remove, async ({ viewer, params }) => {
    const member = requireMember(viewer);
    await removePerson(deps, member, params);
    return new Reply(params.account === member.accountId ? TEAM_MESSAGES.left : TEAM_MESSAGES.removed, null);
  });
  serve(app, teamRoutes.invitation, ({ viewer, body }) => showInvitation(deps, viewer, body.token));
  serve(
    app,
    teamRoutes.accept,
    async ({ viewer, body }) =>
      new Reply(TEAM_MESSAGES.joined, await acceptInvitation(deps, requireMember(viewer), body.token)),
  );
}
