import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";
import { isSignedIn } from "#platform/signed-in.sql.ts";

export type NewSubscription = { deviceId: string; endpointHash: Buffer; service: string; encrypted: Buffer };

/**
 * Replaces the device's earlier subscription, and takes the browser's endpoint from a device of somebody who was signed in
 * there before. An unchanged subscription stays as it is.
 * @param sameHashes the endpoint's hashes under all keys
 */
export async function upsertSubscription(tx: Sql, added: NewSubscription, sameHashes: Buffer[]): Promise<void> {
  await raw`
    delete from push_subscriptions
    where endpoint_hash = any(${sameHashes}::bytea[]) and device_id <> ${added.deviceId}`.execute(tx);
  await raw`
    insert into push_subscriptions (device_id, endpoint_hash, service, encrypted_subscription)
    values (${added.deviceId}, ${added.endpointHash}, ${added.service}, ${added.encrypted})
    on conflict (device_id) do update set endpoint_hash = excluded.endpoint_hash, service = excluded.service,
      encrypted_subscription = excluded.encrypted_subscription`.execute(tx);
}

export async function hasSubscription(sql: Sql, deviceId: string): Promise<boolean> {
  const { rows } = await raw`select from push_subscriptions where device_id = ${deviceId}`.execute(sql);
  return rows.length > 0;
}

/** Of the browser of the subscription `s`. An expired session is no event, as signing out is. */
const IS_SIGNED_IN = isSignedIn(raw`s.device_id`);

/** @returns the encrypted subscription; null: there is none, or the session has expired */
export async function selectSubscription(sql: Sql, deviceId: string): Promise<Buffer | null> {
  const { rows } = await raw<{ encrypted: Buffer }>`
    select s.encrypted_subscription as encrypted from push_subscriptions s where s.device_id = ${deviceId} and ${IS_SIGNED_IN}`.execute(
    sql,
  );
  return rows[0]?.encrypted ?? null;
}

export async function markSent(sql: Sql, deviceId: string): Promise<void> {
  await raw`update push_subscriptions set sent_at = now() where device_id = ${deviceId}`.execute(sql);
}

export async function deleteSubscription(sql: Sql, deviceId: string): Promise<void> {
  await raw`delete from push_subscriptions where device_id = ${deviceId}`.execute(sql);
}

/** Deletes one that its push service has ended, unless the browser has a new one by now. */
export async function deleteEndedSubscription(sql: Sql, deviceId: string, encrypted: Buffer): Promise<void> {
  await raw`delete from push_subscriptions where device_id = ${deviceId} and encrypted_subscription = ${encrypted}`.execute(
    sql,
  );
}

/** Deletes those of browsers whose sessions have expired. */
export async function purgeSubscriptions(sql: Sql): Promise<void> {
  await raw`delete from push_subscriptions s where not ${IS_SIGNED_IN}`.execute(sql);
}

export async function deleteSubscriptionsOf(tx: Sql, accountId: string): Promise<void> {
  await raw`
    delete from push_subscriptions s using devices d
    where d.id = s.device_id and d.account_id = ${accountId}`.execute(tx);
}

export function selectEncryptedSubscriptions(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  return sql
    .selectFrom("push_subscriptions")
    .select(["device_id as id", "encrypted_subscription as encrypted"])
    .where("device_id", ">", after)
    .orderBy("device_id")
    .limit(limit)
    .execute();
}

export async function replaceEncryptedSubscription(
  sql: Sql,
  row: { id: string; before: Buffer; encrypted: Buffer; endpointHash: Buffer },
): Promise<void> {
  await sql
    .updateTable("push_subscriptions")
    .set({ encrypted_subscription: row.encrypted, endpoint_hash: row.endpointHash })
    .where("device_id", "=", row.id)
    .where("encrypted_subscription", "=", row.before)
    .execute();
}
