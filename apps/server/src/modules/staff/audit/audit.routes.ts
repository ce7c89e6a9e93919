import { auditRoutes } from "@app/contract/audit";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { listAuditLog } from "./audit.service.ts";

export function serveAudit(app: FastifyInstance, deps: Deps): void {
  serve(app, auditRoutes.list, ({ query }) => listAuditLog(deps, query));
}
