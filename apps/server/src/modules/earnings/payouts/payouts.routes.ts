import { BATCH_MESSAGES, payoutBatchRoutes } from "@app/contract/payout-batches";
import { PAYOUT_MESSAGES, payoutRoutes } from "@app/contract/payouts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { changeMethod, openStripe, readOverview } from "./payees.service.ts";
import { markBatchPaid, markFailed, markPaid, voidBatch } from "./settle-payouts.service.ts";
import {
  exportBatch,
  exportWaiting,
  listBatches,
  listBatchPayouts,
  listOwnPayouts,
  makeBatchNow,
  sendBatchNow,
} from "./staff-payouts.service.ts";

export function servePayouts(app: FastifyInstance, deps: Deps): void {
  serve(app, payoutRoutes.overview, ({ viewer }) => readOverview(deps, requireMember(viewer)));
  serve(app, payoutRoutes.list, ({ viewer, query }) => listOwnPayouts(deps, requireMember(viewer), query));
  serve(app, payoutRoutes.saveMethod, async ({ viewer, body }) => {
    await changeMethod(deps, requireMember(viewer), body);
    return new Reply(PAYOUT_MESSAGES.methodSaved, null);
  });
  serve(app, payoutRoutes.openStripe, ({ viewer }) => openStripe(deps, requireMember(viewer)));
}

export function servePayoutBatches(app: FastifyInstance, deps: Deps): void {
  serve(app, payoutBatchRoutes.list, ({ query }) => listBatches(deps, query));
  serve(app, payoutBatchRoutes.make, async ({ viewer }) => {
    const { batch, isNew } = await makeBatchNow(deps, requireMember(viewer));
    const { made, exists, empty } = BATCH_MESSAGES;
    return new Reply(batch === null ? empty : isNew ? made : exists, batch);
  });
  serve(app, payoutBatchRoutes.payouts, ({ params, query }) => listBatchPayouts(deps, params.id, query));
  serve(app, payoutBatchRoutes.exportCsv, ({ viewer, params }) => exportBatch(deps, requireMember(viewer), params.id));
  serve(app, payoutBatchRoutes.exportWaiting, ({ viewer }) => exportWaiting(deps, requireMember(viewer)));
  serve(app, payoutBatchRoutes.markPaid, async ({ viewer, params, body }) => {
    const done = await markBatchPaid(deps, requireMember(viewer), params.id, body.paid_on);
    return new Reply(done.held === 0 ? BATCH_MESSAGES.paid : BATCH_MESSAGES.paidButHeld, done);
  });
  serve(app, payoutBatchRoutes.send, async ({ viewer, params }) => {
    await sendBatchNow(deps, requireMember(viewer), params.id);
    return new Reply(BATCH_MESSAGES.sending, null);
  });
  serve(app, payoutBatchRoutes.void, async ({ viewer, params, body }) => {
    await voidBatch(deps, requireMember(viewer), params.id, body.reason);
    return new Reply(BATCH_MESSAGES.voided, null);
  });
  serve(app, payoutBatchRoutes.markOnePaid, async ({ viewer, params, body }) => {
    await markPaid(deps, requireMember(viewer), params.id, body.paid_on);
    return new Reply(BATCH_MESSAGES.paid, null);
  });
  serve(app, payoutBatchRoutes.markOneFailed, async ({ viewer, params, body }) => {
    await markFailed(deps, requireMember(viewer), params.id, body.reason);
    return new Reply(BATCH_MESSAGES.failed, null);
  });
}
