import { PEOPLE_MESSAGES, peopleRoutes } from "@app/contract/people";
import type { FastifyInstance } from "fastify";
import { changeRole, mailPerson, signOutPerson, suspendPerson } from "#modules/identity/index.ts";
import { restoreAccess } from "#modules/staff/reports/suspension-appeals.service.ts";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { listPeople, showChannelByStaff, showPerson } from "./people.service.ts";

export function servePeople(app: FastifyInstance, deps: Deps): void {
  serve(app, peopleRoutes.list, ({ query }) => listPeople(deps, query));
  serve(app, peopleRoutes.one, ({ viewer, params }) => showPerson(deps, requireStaff(viewer, "staff"), params.id));

  serve(app, peopleRoutes.suspend, async ({ viewer, params, body }) => {
    await suspendPerson(deps, requireStaff(viewer, "staff"), params.id, body);
    return new Reply(PEOPLE_MESSAGES[body.days === null ? "banned" : "suspended"], null);
  });

  serve(app, peopleRoutes.restore, async ({ viewer, params, body }) => {
    await restoreAccess(deps, requireStaff(viewer, "staff"), { id: params.id, reason: body.reason });
    return new Reply(PEOPLE_MESSAGES.restored, null);
  });

  serve(app, peopleRoutes.showChannel, async ({ viewer, params, body }) => {
    const act = { id: params.id, reason: body.reason };
    const isVisible = await showChannelByStaff(deps, requireStaff(viewer, "staff"), act);
    return new Reply(PEOPLE_MESSAGES[isVisible ? "channelShown" : "channelStillHidden"], null);
  });

  serve(app, peopleRoutes.signOut, async ({ viewer, params, body }) => {
    await signOutPerson(deps, requireStaff(viewer, "staff"), params.id, body.reason);
    return new Reply(PEOPLE_MESSAGES.signedOut, null);
  });

  serve(app, peopleRoutes.mail, async ({ viewer, params, body }) => {
    await mailPerson(deps, requireStaff(viewer, "staff"), params.id, body.mail);
    return new Reply(PEOPLE_MESSAGES.mailSent, null);
  });

  serve(app, peopleRoutes.changeRole, async ({ viewer, params, body }) => {
    await changeRole(deps, requireStaff(viewer, "admin"), params.id, body);
    return new Reply(PEOPLE_MESSAGES.roleChanged, null);
  });
}
