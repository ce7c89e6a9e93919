import type { PushMessage } from "@app/contract/web-push";
import type { Deps } from "#platform/deps.ts";
import type { PushOutcome } from "#platform/push/push.ts";
import { decryptSubscription } from "./encrypted-subscriptions.service.ts";
import { deleteEndedSubscription, markSent, selectSubscription } from "./subscriptions.sql.ts";
import { TEST_MESSAGE } from "./web-push.presenter.ts";

type SendDeps = Pick<Deps, "sql" | "push" | "secrets" | "log">;

/** Who was not there for a day finds it in the bell. */
const TTL_S = 86_400;

export type SendOutcome = PushOutcome | { kind: "off" };

/**
 * Sends a message to a device, and deletes its subscription if the push service has ended it.
 * @param topic replaces an earlier message of the same topic that the device has not received
 * @returns `off`: the device has no subscription, or is no longer signed in
 */
export async function sendPush(
  deps: SendDeps,
  deviceId: string,
  message: PushMessage,
  topic: string,
): Promise<SendOutcome> {
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
