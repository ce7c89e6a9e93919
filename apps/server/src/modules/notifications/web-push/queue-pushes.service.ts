import type { Tx } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { insertDeliveries } from "./deliveries.sql.ts";
import { deliverPushesJob } from "./web-push.jobs.ts";

/** Queues pushes of notifications that are new or have a new source. One run sends all that is due. */
export async function queuePushes(tx: Tx, notificationIds: readonly string[]): Promise<void> {
  if (notificationIds.length === 0) return;
  if (await insertDeliveries(tx, notificationIds))
    await enqueue(tx, deliverPushesJob, {}, { key: deliverPushesJob.name });
}
