import { JOB_MESSAGES, staffJobRoutes } from "@app/contract/console";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireStaff } from "#platform/viewer.ts";
import { listJobs, retryJob } from "./jobs.service.ts";

export function serveJobs(app: FastifyInstance, deps: Deps): void {
  serve(app, staffJobRoutes.list, ({ query }) => listJobs(deps, query));
  serve(app, staffJobRoutes.retry, async ({ viewer, params }) => {
    await retryJob(deps, requireStaff(viewer, "admin"), params.id);
    return new Reply(JOB_MESSAGES.retried, null);
  });
}
