import { dataExportRoutes, EXPORT_MESSAGES } from "@app/contract/account-security";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { readExport, requestExport } from "./exports.service.ts";

export function serveExports(app: FastifyInstance, deps: Deps): void {
  serve(app, dataExportRoutes.one, ({ viewer }) => readExport(deps, requireMember(viewer)));
  serve(app, dataExportRoutes.request, async ({ viewer }) => {
    return new Reply(EXPORT_MESSAGES.requested, await requestExport(deps, requireMember(viewer)));
  });
}
