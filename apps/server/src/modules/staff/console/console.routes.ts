import { consoleRoutes } from "@app/contract/console";
import type { FastifyInstance } from "fastify";
import { readPerson } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";

export function serveConsole(app: FastifyInstance, deps: Deps): void {
  serve(app, consoleRoutes.desk, async ({ viewer }) => {
    const staff = requireStaff(viewer, "staff");
    const { username } = await readPerson(deps.sql, staff.accountId);
    return { username, role: staff.isAdmin ? ("admin" as const) : ("moderator" as const) };
  });
}
