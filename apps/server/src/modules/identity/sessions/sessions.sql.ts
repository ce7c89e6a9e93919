import { sql as raw } from "kysely";
import type { Pool } from "pg";
import type { Sql } from "#platform/db/database.ts";
import { publishLive } from "#platform/live/publish-live.ts";
import type { Member, Membership } from "#platform/viewer.ts";

type MemberRow = {
  token_hash: string;
  account_id: string;
  channel_id: string;
  device_row_id: string;
  user_type: string;
  plan: string | null;
  staff_role: string | null;
  has_two_factor: boolean;
  is_lapsed: boolean;
  has_blocks: boolean;
  memberships: Membership[];
};

/**
 * Runs before every request of a member, so it is a named statement, which is parsed and planned once. Staff count as
 * staff only with two-factor sign-in.
 */
const SELECT_MEMBERS = {
  // Other requests wait for this batch: a hanging connection must not block them forever.
  query_timeout: 5_000,
  name: "select-members",
  text: `select encode(t.token_hash, 'hex') as token_hash, a.id as account_id, c.id as channel_id, d.id as device_row_id, a.user_type, a.plan,
           a.plan_lapsed_at is not null as is_lapsed,
           exists (select from blocks b where b.blocker_id = a.id)
             or exists (select from blocks b where b.blocked_id = a.id) as has_blocks,
           (select coalesce(json_agg(json_build_object('channelId', m.channel_id, 'ownerId', m.owner_id, 'role', m.role,
              'plan', m.plan, 'isLapsed', m.is_lapsed) order by m.channel_id), '[]')
            from team_members m where m.account_id = a.id) as memberships,
           a.staff_role, a.staff_role is not null and exists (
             select from two_factor f where f.account_id = a.id and f.enabled_at is not null) as has_two_factor
         from access_tokens t
         join devices d on d.id = t.device_id and d.deleted_at is null
         join accounts a on a.id = d.account_id
         join channels c on c.owner_id = a.id
         where t.token_hash = any($1::bytea[]) and t.expires_at > now()`,
};

/** @param tokenHashes in hexadecimal, like the keys of the result */
export async function selectMembers(pool: Pool, tokenHashes: readonly string[]): Promise<Map<string, Member>> {
  const hashes = tokenHashes.map((hash) => Buffer.from(hash, "hex"));
  const { rows } = await pool.query<MemberRow>({ ...SELECT_MEMBERS, values: [hashes] });
  return new Map(rows.map((row) => [row.token_hash, toMember(row)]));
}

function toMember(row: MemberRow): Member {
  return {
    accountId: row.account_id as Member["accountId"],
    channelId: row.channel_id as Member["channelId"],
    deviceRowId: row.device_row_id,
    userType: row.user_type as Member["userType"],
    plan: row.plan as Member["plan"],
    isStaff: row.staff_role !== null && row.has_two_factor,
    isAdmin: row.staff_role === "admin" && row.has_two_factor,
    mustEnableTwoFactor: row.staff_role !== null && !row.has_two_factor,
    isLapsed: row.is_lapsed,
    hasBlocks: row.has_blocks,
    memberships: row.memberships,
    acting: null,
  };
}

/** @returns whether this person has signed in on this device and not removed it since; false without an account */
export async function isKnownDevice(sql: Sql, accountId: string | null, clientId: string): Promise<boolean> {
  const { rows } = await raw<{ is_used: boolean }>`
    select exists (
      select from devices
      where account_id = ${accountId}::uuid and client_id = ${clientId} and not is_distrusted
    ) as is_used`.execute(sql);
  return rows[0]?.is_used ?? false;
}

/**
 * Call before the device is inserted.
 * @returns whether the account has been used before, and not on this device since its owner last removed it
 */
export async function isNewDevice(sql: Sql, device: { accountId: string; clientId: string }): Promise<boolean> {
  const { rows } = await raw<{ is_new: boolean }>`
    select count(*) > 0 and not coalesce(bool_or(client_id = ${device.clientId} and not is_distrusted), false) as is_new
    from devices where account_id = ${device.accountId}
  `.execute(sql);
  return rows[0]?.is_new ?? false;
}

/** Signing in again on a device starts a new session in the same row, and deletes the tokens of the old one. */
export async function upsertDevice(
  sql: Sql,
  device: { id: string; accountId: string; clientId: string; name: string; addressPrefix: string; sessionDays: number },
): Promise<string> {
  const row = await sql
    .insertInto("devices")
    .values({
      id: device.id,
      account_id: device.accountId,
      client_id: device.clientId,
      name: device.name,
      address_prefix: device.addressPrefix,
      session_ends_at: raw<Date>`now() + make_interval(days => ${device.sessionDays})`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "client_id"])
        .where("deleted_at", "is", null)
        .doUpdateSet((set) => ({
          name: set.ref("excluded.name"),
          address_prefix: set.ref("excluded.address_prefix"),
          session_ends_at: set.ref("excluded.session_ends_at"),
          last_seen_at: raw<Date>`now()`,
          // The password must be confirmed again in each session.
          password_confirmed_at: null,
        })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  await raw`delete from access_tokens where device_id = ${row.id}`.execute(sql);
  await raw`delete from refresh_tokens where device_id = ${row.id}`.execute(sql);
  await publishLive(sql, [device.accountId], { name: "devices.changed", data: {} });
  return row.id;
}

export async function insertAccessToken(
  sql: Sql,
  token: { hash: Buffer; deviceId: string; expiresInS: number },
): Promise<void> {
  await sql
    .insertInto("access_tokens")
    .values({
      token_hash: token.hash,
      device_id: token.deviceId,
      expires_at: raw<Date>`now() + make_interval(secs => ${token.expiresInS})`,
    })
    .execute();
}

/** Expires after `days`, and never later than the session of the device. */
export async function insertRefreshToken(
  sql: Sql,
  token: { hash: Buffer; deviceId: string; days: number },
): Promise<void> {
  await raw`
    insert into refresh_tokens (token_hash, device_id, expires_at)
    select ${token.hash}, d.id, least(now() + make_interval(days => ${token.days}), d.session_ends_at)
    from devices d where d.id = ${token.deviceId}
  `.execute(sql);
}

export type RefreshRow = { device_id: string; account_id: string; used_ms_ago: number | null };

/** Locks the row, so that the second of two concurrent refreshes sees the first. */
export async function selectRefreshToken(sql: Sql, hash: Buffer): Promise<RefreshRow | null> {
  const { rows } = await raw<RefreshRow>`
    select t.device_id, d.account_id,
      (extract(epoch from clock_timestamp() - t.used_at) * 1000)::float8 as used_ms_ago
    from refresh_tokens t
    join devices d on d.id = t.device_id and d.deleted_at is null
    where t.token_hash = ${hash} and t.expires_at > now()
    for update of t
  `.execute(sql);
  return rows[0] ?? null;
}

export async function markRefreshTokenUsed(sql: Sql, hash: Buffer): Promise<void> {
  await raw`update refresh_tokens set used_at = clock_timestamp() where token_hash = ${hash} and used_at is null`.execute(
    sql,
  );
}

export async function touchDevice(sql: Sql, deviceId: string, addressPrefix: string): Promise<void> {
  await sql
    .updateTable("devices")
    .set({ last_seen_at: raw<Date>`now()`, address_prefix: addressPrefix })
    .where("id", "=", deviceId)
    .execute();
}

export async function deleteExpiredTokens(sql: Sql): Promise<void> {
  await raw`delete from access_tokens where expires_at < now()`.execute(sql);
  await raw`delete from refresh_tokens where expires_at < now()`.execute(sql);
  await raw`delete from login_attempts where tried_at < now() - interval '1 day'`.execute(sql);
}

/**
 * Deletes devices that nobody is signed in on and that were not seen for `days`. Each account keeps its newest one: a
 * sign-in on another device is reported only to an account that has been used on one.
 */
export async function deleteOldDevices(sql: Sql, days: number): Promise<void> {
  await raw`
    delete from devices d
    where last_seen_at < now() - make_interval(days => ${days})
      and (deleted_at is not null or session_ends_at < now())
      and exists (
        select from devices newer
        where newer.account_id = d.account_id and (newer.last_seen_at, newer.id) > (d.last_seen_at, d.id)
      )`.execute(sql);
}

/** @returns the times of the failed attempts of the last `windowMin` minutes, newest first, at most 100 */
export async function selectAttempts(sql: Sql, subject: Buffer, windowMin: number): Promise<Date[]> {
  const rows = await sql
    .selectFrom("login_attempts")
    .select("tried_at")
    .where("subject_hash", "=", subject)
    .where("tried_at", ">", raw<Date>`now() - make_interval(mins => ${windowMin})`)
    .orderBy("tried_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => row.tried_at);
}

export async function insertAttempt(sql: Sql, subject: Buffer): Promise<void> {
  await sql.insertInto("login_attempts").values({ subject_hash: subject }).execute();
}

/** Only the count matters, not which attempt it was. */
export async function deleteNewestAttempt(sql: Sql, subject: Buffer): Promise<void> {
  await raw`
    delete from login_attempts where ctid = (
      select ctid from login_attempts where subject_hash = ${subject} order by tried_at desc limit 1)`.execute(sql);
}

export async function deleteAttempts(sql: Sql, subject: Buffer): Promise<void> {
  await sql.deleteFrom("login_attempts").where("subject_hash", "=", subject).execute();
}
