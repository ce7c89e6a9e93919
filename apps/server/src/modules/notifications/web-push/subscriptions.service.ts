import { createECDH } from "node:crypto";
import { PUSH_MESSAGES, type PushSubscription, TEST_PUSHES_PER_DAY, type webPushRoutes } from "@app/contract/web-push";
import type { z } from "zod";
import { requireDailyLimit } from "#modules/identity/index.ts";
import { inTransaction, lockHash } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import type { Member } from "#platform/viewer.ts";
import { encryptSubscription, hashEndpoint } from "./encrypted-subscriptions.service.ts";
import { deleteSubscription, hasSubscription, upsertSubscription } from "./subscriptions.sql.ts";
import { sendTestPushJob } from "./web-push.jobs.ts";

export async function showSubscription(
  deps: Pick<Deps, "sql" | "push">,
  member: Member,
): Promise<z.input<(typeof webPushRoutes)["one"]["data"]>> {
  return { public_key: deps.push.publicKey, is_on: await hasSubscription(deps.sql, member.deviceRowId) };
}

/** @throws AppError `invalid_input` on `endpoint` or `p256dh` */
export async function subscribe(
  deps: Pick<Deps, "sql" | "push" | "secrets">,
  member: Member,
  subscription: PushSubscription,
): Promise<void> {
  if (!deps.push.accepts(subscription.endpoint)) throw fieldError("endpoint", PUSH_MESSAGES.badEndpoint);
  if (!isPoint(subscription.p256dh)) throw fieldError("p256dh", PUSH_MESSAGES.badKey);
  const { deviceRowId: deviceId } = member;
  const { current, all } = hashEndpoint(deps, subscription.endpoint);
  const added = {
    deviceId,
    endpointHash: current,
    service: new URL(subscription.endpoint).hostname,
    encrypted: encryptSubscription(deps, deviceId, subscription),
  };
  await inTransaction(deps.sql, async (tx) => {
    // Twice at once, also from two accounts in one browser, the endpoint would violate its uniqueness.
    await lockHash(tx, current);
    await upsertSubscription(tx, added, all);
  });
}

/** Nobody can encrypt for a key that is no point of the curve. */
function isPoint(p256dh: string): boolean {
  try {
    const curve = createECDH("prime256v1");
    curve.generateKeys();
    curve.computeSecret(Buffer.from(p256dh, "base64url"));
    return true;
  } catch {
    return false;
  }
}

export function unsubscribe(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  return deleteSubscription(deps.sql, member.deviceRowId);
}

/** @throws AppError `conflict` no subscription; `too_many_requests` */
export async function requestTestPush(deps: Pick<Deps, "sql" | "secrets" | "now">, member: Member): Promise<void> {
  if (!(await hasSubscription(deps.sql, member.deviceRowId))) throw new AppError("conflict", PUSH_MESSAGES.notOn);
  const limit = { max: TEST_PUSHES_PER_DAY, sentence: PUSH_MESSAGES.tooManyTests };
  await requireDailyLimit(deps, "test-push", member.accountId, limit);
  await enqueue(deps.sql, sendTestPushJob, { device_id: member.deviceRowId });
}
