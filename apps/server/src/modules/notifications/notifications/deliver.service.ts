import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { publishLive } from "#platform/live/publish-live.ts";
import { queueEmails } from "../emails/emails.sql.ts";
import { insertDeliveries } from "../web-push/deliveries.sql.ts";
import { deliverPushesJob } from "../web-push/web-push.jobs.ts";
import type { Notified } from "./notify.sql.ts";

/** What deliveries may need to queue their work. */
export type DeliverDeps = Pick<Deps, "config" | "now">;

/**
 * Passes notifications that are new or have a new source on to what delivers them. Each delivery queues its own work in
 * this transaction, reads `notification_choices` for who wants it, waits while `findQuietUntil` of `identity` says so, and when it is
 * sent leaves out what was read meanwhile or may no longer be seen. Call it last: it locks live rooms.
 * @param here those of the recipients who may have a page open; all by default
 */
export async function deliver(
  deps: DeliverDeps,
  tx: Tx,
  notified: readonly Notified[],
  here: readonly string[] = notified.map(({ account_id }) => account_id),
): Promise<void> {
  const ids = notified.map(({ id }) => id);
  if (ids.length > 0) await queueEmails(tx, ids, { now: deps.now(), timeZone: deps.config.platformTimeZone });
  await queuePushes(tx, ids);
  await publishChanged(tx, here);
}

/** Makes these people's open pages refetch their notifications. Call it last: it locks their live rooms. */
export function publishChanged(tx: Tx, accountIds: readonly string[]): Promise<void> {
  return publishLive(tx, [...new Set(accountIds)], { name: "notifications.changed", data: {} });
}

/** Queues pushes of notifications that are new or have a new source. One run sends all that is due. */
export async function queuePushes(tx: Tx, notificationIds: readonly string[]): Promise<void> {
  if (notificationIds.length === 0) return;
  if (await insertDeliveries(tx, notificationIds))
    await enqueue(tx, deliverPushesJob, {}, { key: deliverPushesJob.name });
}
