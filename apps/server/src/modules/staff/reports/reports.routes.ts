import { QUEUE_MESSAGES, reportQueueRoutes } from "@app/contract/report-queue";
import { REPORT_MESSAGES, reportRoutes } from "@app/contract/reports";
import { SUSPENSION_APPEAL_MESSAGES, suspensionAppealRoutes } from "@app/contract/suspension-appeals";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { decide, decideAppeal, listCases } from "./queue.service.ts";
import {
  appealOwn,
  listOwnDecisions,
  listOwnReports,
  type Reported,
  reportChannel,
  reportComment,
  reportContent,
} from "./reports.service.ts";
import { appealSuspension, showSuspension } from "./suspension-appeals.service.ts";

export function serveReports(app: FastifyInstance, deps: Deps): void {
  const toReply = (reported: Reported) => new Reply(REPORT_MESSAGES[reported], null);
  serve(app, reportRoutes.content, async ({ viewer, params, body }) =>
    toReply(await reportContent(deps, requireMember(viewer), params.id, body)),
  );
  serve(app, reportRoutes.comment, async ({ viewer, params, body }) =>
    toReply(await reportComment(deps, requireMember(viewer), params.id, body)),
  );
  serve(app, reportRoutes.channel, async ({ viewer, params, body }) =>
    toReply(await reportChannel(deps, requireMember(viewer), params.id, body)),
  );
  serve(app, reportRoutes.mine, ({ viewer, query }) => listOwnReports(deps, requireMember(viewer), query));
  serve(app, reportRoutes.decisions, ({ viewer, query }) => listOwnDecisions(deps, requireMember(viewer), query));
  serve(app, reportRoutes.appeal, async ({ viewer, params, body }) => {
    await appealOwn(deps, requireMember(viewer), params.id, body.text);
    return new Reply(REPORT_MESSAGES.appealed, null);
  });

  serve(app, suspensionAppealRoutes.show, ({ body }) => showSuspension(deps, body.token));
  serve(app, suspensionAppealRoutes.send, async ({ body }) => {
    const shown = await appealSuspension(deps, body.token, body.text);
    return new Reply(SUSPENSION_APPEAL_MESSAGES.sent, shown);
  });

  serve(app, reportQueueRoutes.list, ({ viewer, query }) => listCases(deps, requireMember(viewer), query));
  serve(app, reportQueueRoutes.decide, async ({ viewer, params, body }) => {
    await decide(deps, requireMember(viewer), params.id, body);
    return new Reply(QUEUE_MESSAGES.decided, null);
  });
  serve(app, reportQueueRoutes.decideAppeal, async ({ viewer, params, body }) => {
    const isDone = await decideAppeal(deps, requireMember(viewer), params.id, body);
    return new Reply(isDone ? QUEUE_MESSAGES.decided : QUEUE_MESSAGES.nothingRestored, null);
  });
}
