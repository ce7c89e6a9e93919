import type { PushMessage } from "@app/contract/web-push";
import pLimit from "p-limit";
import { findQuietUntil, findUnindexedChannels } from "#modules/identity/index.ts";
import { pausePushes } from "#modules/notifications/notifications/pauses.sql.ts";
import type { Deps } from "#platform/deps.ts";
import type { PushOutcome } from "#platform/push/push.ts";
import {
  claimDeliveries,
  type Delivery,
  dropDelivery,
  markDelivered,
  type PushedRow,
  postponeDelivery,
  selectPushed,
} from "./deliveries.sql.ts";
import { decryptSubscription } from "./encrypted-subscriptions.service.ts";
import { deleteEndedSubscription, markSent, selectSubscription } from "./subscriptions.sql.ts";
import { isSummarized, retryAfterMs } from "./web-push.policy.ts";
import { TEST_MESSAGE, toPushMessage, toSummaryMessage } from "./web-push.presenter.ts";

type DeliverDeps = Pick<Deps, "sql" | "pool" | "push" | "secrets" | "log" | "config" | "now">;

/** Deliveries claimed at once. */
const BATCH = 200;
/** Requests to push services at once. */
const CONCURRENCY = 16;

/** A due delivery with its notification. */
type Ready = { delivery: Delivery; row: PushedRow & { isNamed: boolean } };

/** Sends what is due, until nothing is. */
export async function deliverPushes(deps: DeliverDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const deliveries = await claimDeliveries(deps.sql, BATCH);
    if (deliveries.length === 0) return;
    const ofDevices = Map.groupBy(await selectReady(deps, deliveries), ({ delivery }) => delivery.device_id);
    const limit = pLimit(CONCURRENCY);
    await Promise.all(
      [...ofDevices.values()].map((ready) => limit(() => (signal.aborted ? undefined : sendToDevice(deps, ready)))),
    );
    // Pushes that were not sent are due again when their claim ends.
    signal.throwIfAborted();
  }
}

/** Drops pushes that are no longer wanted, and postpones those in quiet hours. */
async function selectReady(deps: DeliverDeps, deliveries: Delivery[]): Promise<Ready[]> {
  const rows = await selectPushed(deps.sql, [...new Set(deliveries.map((one) => one.notification_id))]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const quiet = await findQuietUntil(deps, deps.sql, [...new Set(rows.map((row) => row.account_id))]);
  const actors = rows.flatMap(({ actor_channel_id }) => actor_channel_id ?? []);
  const unnamed = await findUnindexedChannels(deps, [...new Set(actors)]);
  const ready: Ready[] = [];
  for (const delivery of deliveries) {
    const row = byId.get(delivery.notification_id);
    const until = row && quiet.get(row.account_id);
    if (!row) await dropDelivery(deps.sql, delivery);
    else if (until) await postponeDelivery(deps.sql, delivery, until);
    else {
      const isNamed = row.actor_channel_id !== null && !unnamed.has(row.actor_channel_id);
      ready.push({ delivery, row: { ...row, isNamed } });
    }
  }
  return ready;
}

async function sendToDevice(deps: DeliverDeps, ready: Ready[]): Promise<void> {
  const [first] = ready;
  if (!first) return;
  if (isSummarized(ready.length)) {
    const outcome = await sendPush(deps, first.delivery.device_id, toSummaryMessage(ready.length), "summary");
    for (const one of ready) await settle(deps, one, outcome);
    return;
  }
  for (const one of ready) {
    // Undelivered messages of one group replace each other.
    const topic = one.row.id.replaceAll("-", "");
    await settle(deps, one, await sendPush(deps, one.delivery.device_id, toPushMessage(one.row), topic));
  }
}

async function settle(deps: DeliverDeps, { delivery, row }: Ready, outcome: SendOutcome): Promise<void> {
  if (outcome.kind === "sent") {
    await pausePushes(deps.sql, row);
    return markDelivered(deps.sql, delivery, row.at);
  }
  const afterMs = outcome.kind === "retry" ? retryAfterMs(delivery.attempts, outcome.afterS) : null;
  if (afterMs === null) return dropDelivery(deps.sql, delivery);
  return postponeDelivery(deps.sql, delivery, new Date(deps.now().getTime() + afterMs));
}

type SendDeps = Pick<Deps, "sql" | "push" | "secrets" | "log">;

/** Who was not there for a day finds it in the bell. */
const TTL_S = 86_400;

type SendOutcome = PushOutcome | { kind: "off" };

/**
 * Sends a message to a device, and deletes its subscription if the push service has ended it.
 * @param topic replaces an earlier message of the same topic that the device has not received
 * @returns `off`: the device has no subscription, or is no longer signed in
 */
async function sendPush(deps: SendDeps, deviceId: string, message: PushMessage, topic: string): Promise<SendOutcome> {
  const encrypted = await selectSubscription(deps.sql, deviceId);
  if (encrypted === null) return { kind: "off" };
  const subscription = decryptSubscription(deps, deviceId, encrypted);
  const outcome = await deps.push.send(subscription, { text: JSON.stringify(message), ttlS: TTL_S, topic });
  if (outcome.kind === "gone") await deleteEndedSubscription(deps.sql, deviceId, encrypted);
  if (outcome.kind === "sent") await markSent(deps.sql, deviceId);
  // Of the endpoint only the host, which says nothing of a person.
  const service = new URL(subscription.endpoint).hostname;
  if (outcome.kind === "refused") deps.log.error({ service, status: outcome.status }, "push refused");
  return outcome;
}

/** @throws Error the push service did not take it; the job tries again */
export async function sendTestPush(deps: SendDeps, deviceId: string): Promise<void> {
  const outcome = await sendPush(deps, deviceId, TEST_MESSAGE, "test");
  if (outcome.kind === "retry") throw new Error("the push service did not take the test notification");
}
