import { sql as raw } from "kysely";
import { deleteSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import type { Sql } from "#platform/db/database.ts";
import { publishEnded, publishLive } from "#platform/live/publish-live.ts";
import { isSignedIn } from "#platform/signed-in.sql.ts";

/** Signs a device out. Its row stays, its tokens are deleted. @returns whether there was such a device */
export async function revokeDevice(sql: Sql, accountId: string, deviceId: string): Promise<boolean> {
  const isRemoved = await markDeviceRemoved(sql, accountId, deviceId);
  if (isRemoved) await publishRevoked(sql, accountId, [deviceId]);
  return isRemoved;
}

/**
 * Ends the session that a new one in the same browser replaces. Its open pages are not notified: they would sign out
 * the person who has just signed in. They reload once they notice who that is.
 */
export async function revokeReplacedDevice(sql: Sql, accountId: string, deviceId: string): Promise<void> {
  if (await markDeviceRemoved(sql, accountId, deviceId))
    await publishLive(sql, [accountId], { name: "devices.changed", data: {} });
}

/**
 * Ends the sign-up session as well: its cookie opens the same registration without the session, for whoever uses that
 * browser next. The person goes on with it once they are signed in.
 */
async function markDeviceRemoved(sql: Sql, accountId: string, deviceId: string): Promise<boolean> {
  const removed = await sql
    .updateTable("devices")
    .set({ deleted_at: raw<Date>`now()` })
    .where("id", "=", deviceId)
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  const isRemoved = removed.numUpdatedRows > 0n;
  await sql.deleteFrom("access_tokens").where("device_id", "=", deviceId).where(ownedBy(accountId, deviceId)).execute();
  await sql
    .deleteFrom("refresh_tokens")
    .where("device_id", "=", deviceId)
    .where(ownedBy(accountId, deviceId))
    .execute();
  if (isRemoved) await deleteSignUpSession(sql, accountId);
  return isRemoved;
}

/** The owner removed them: their browsers are new devices when they come back. */
export async function distrustDevices(sql: Sql, deviceIds: readonly string[]): Promise<void> {
  await raw`
    update devices d set is_distrusted = true from devices removed
    where removed.id = any(${[...deviceIds]}::uuid[])
      and d.account_id = removed.account_id and d.client_id = removed.client_id`.execute(sql);
}

/**
 * Signs out every device of a person but one.
 * @param exceptDeviceId null to sign out all of them
 * @returns those signed out
 */
export async function revokeDevices(sql: Sql, accountId: string, exceptDeviceId: string | null): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    update devices set deleted_at = now()
    where account_id = ${accountId} and deleted_at is null and id is distinct from ${exceptDeviceId}::uuid
    returning id`.execute(sql);
  const ids = rows.map((row) => row.id);
  await raw`delete from access_tokens where device_id = any(${ids}::uuid[])`.execute(sql);
  await raw`delete from refresh_tokens where device_id = any(${ids}::uuid[])`.execute(sql);
  if (ids.length > 0) await publishRevoked(sql, accountId, ids);
  return ids;
}

/** Called here, below every way of ending a session, so that none of them leaves the page of a signed-out device open. */
async function publishRevoked(sql: Sql, accountId: string, deviceIds: readonly string[]): Promise<void> {
  await publishEnded(sql, accountId, deviceIds);
  await publishLive(sql, [accountId], { name: "devices.changed", data: {} });
}

/** @returns those of the given devices that are still signed in */
export async function selectSignedInDevices(sql: Sql, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from devices
    where id = any(${[...deviceIds]}::uuid[]) and deleted_at is null and session_ends_at > now()`.execute(sql);
  return rows.map((row) => row.id);
}

function ownedBy(accountId: string, deviceId: string) {
  return raw<boolean>`exists (select from devices where id = ${deviceId} and account_id = ${accountId})`;
}

export type DeviceRow = { id: string; name: string; address_prefix: string; first_seen_at: Date; last_seen_at: Date };

/** The devices that are still signed in. */
export function selectDevices(sql: Sql, accountId: string): Promise<DeviceRow[]> {
  return sql
    .selectFrom("devices")
    .select(["id", "name", "address_prefix", "first_seen_at", "last_seen_at"])
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .where(isSignedIn(raw`devices.id`))
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .limit(100)
    .execute();
}

export async function markConfirmed(sql: Sql, deviceId: string): Promise<Date> {
  const { rows } = await raw<{ at: Date }>`
    update devices set password_confirmed_at = now() where id = ${deviceId} returning password_confirmed_at as at
  `.execute(sql);
  return rows[0]?.at ?? new Date(0);
}

export async function selectIsConfirmed(sql: Sql, deviceId: string, minutes: number): Promise<boolean> {
  const row = await sql
    .selectFrom("devices")
    .select("id")
    .where("id", "=", deviceId)
    .where("deleted_at", "is", null)
    .where("password_confirmed_at", ">", raw<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes their tokens as well (on delete cascade). */
export async function deleteDevices(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("devices").where("account_id", "=", accountId).execute();
}
