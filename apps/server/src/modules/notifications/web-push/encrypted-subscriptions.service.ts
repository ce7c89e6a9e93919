import { type PushSubscription, pushSubscription } from "@app/contract/web-push";
import type { EncryptedColumn } from "#platform/crypto/rotate-key.ts";
import type { Deps } from "#platform/deps.ts";
import { replaceEncryptedSubscription, selectEncryptedSubscriptions } from "./subscriptions.sql.ts";

const HASH_PURPOSE = "push-endpoint";
const purposeOf = (deviceId: string) => `push-subscription ${deviceId}`;

/** Whoever has an endpoint can address the browser, so only a keyed hash of it is compared. */
export function hashEndpoint(deps: Pick<Deps, "secrets">, endpoint: string): { current: Buffer; all: Buffer[] } {
  const all = deps.secrets.keyedHashes(HASH_PURPOSE, endpoint);
  return { current: deps.secrets.keyedHash(HASH_PURPOSE, endpoint), all };
}

export function encryptSubscription(
  deps: Pick<Deps, "secrets">,
  deviceId: string,
  subscription: PushSubscription,
): Buffer {
  return deps.secrets.encrypt(purposeOf(deviceId), JSON.stringify(subscription));
}

export function decryptSubscription(
  deps: Pick<Deps, "secrets">,
  deviceId: string,
  encrypted: Buffer,
): PushSubscription {
  return pushSubscription.parse(JSON.parse(deps.secrets.decrypt(purposeOf(deviceId), encrypted)));
}

export const encryptedSubscriptions: EncryptedColumn = {
  name: "push_subscriptions.encrypted_subscription",
  purposeOf,
  select: selectEncryptedSubscriptions,
  replace: (sql, { id, before, encrypted, text }, deps) => {
    const { endpoint } = pushSubscription.parse(JSON.parse(text));
    const endpointHash = hashEndpoint(deps, endpoint).current;
    return replaceEncryptedSubscription(sql, { id, before, encrypted, endpointHash });
  },
};
