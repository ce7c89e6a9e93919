import type { DeviceView, session } from "@app/contract/accounts";
import { LOGIN_MESSAGES, MESSAGES } from "@app/contract/errors";
import { deviceId } from "@app/contract/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { toUserCard } from "#modules/identity/accounts/accounts.service.ts";
import { type AccountRow, selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { lockForSignIn } from "#modules/identity/accounts/person.sql.ts";
import { type RestoredPlan, restoreAccount } from "#modules/identity/deletion/deletion.service.ts";
import { deleteOldLinks } from "#modules/identity/links/links.sql.ts";
import { deleteExpiredSignUpSessions, deleteSignUpSession } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { createSignInAppealToken } from "#modules/identity/suspensions/appeal-links.service.ts";
import { toSuspensionMessage } from "#modules/identity/suspensions/suspensions.policy.ts";
import { selectSuspension } from "#modules/identity/suspensions/suspensions.sql.ts";
import { newId } from "#platform/clock.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { toAddressPrefix } from "#platform/http/addresses.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import {
  distrustDevices,
  revokeDevice,
  revokeDevices,
  revokeReplacedDevice,
  selectDevices,
  selectSignedInDevices,
} from "./devices.sql.ts";
import { renderNewDeviceEmail, toDeviceName, toDeviceView } from "./sessions.presenter.ts";
import {
  deleteExpiredTokens,
  deleteOldDevices,
  insertAccessToken,
  insertRefreshToken,
  isNewDevice,
  markRefreshTokenUsed,
  selectMembers,
  selectRefreshToken,
  touchDevice,
  upsertDevice,
} from "./sessions.sql.ts";

export const REFRESH_COOKIE = "__Host-fieldhouse_refresh";
const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

const ACCESS_TOKEN_S = 15 * 60;
const REFRESH_TOKEN_DAYS = 30;
const SESSION_DAYS = 90;
/** If a reply is lost, or two tabs refresh despite their lock, the same refresh token arrives twice. Later, it was stolen. */
const REUSE_GRACE_MS = 10_000;

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/;

export type SignedIn = {
  session: z.input<typeof session>;
  refreshToken: string;
  /** Set when signing in canceled a pending deletion, which had also stopped the plan's renewal. */
  restored?: RestoredPlan;
};

/** As the browser describes it. */
export type Device = { device_id: string; device_name: string };
/** `address` is the IP address the server sees, never one that the request claims. */
export type SignInClient = { device: Device; address: string };

/** Of the `authorization` header as received. */
type ReadMember = (authorization: string) => Promise<Member>;

/**
 * Batched: under load, one query per request costs more than many of the replies themselves. What it returns throws
 * AppError `not_signed_in` if the token is malformed, expired or revoked.
 */
export function createMemberReader(deps: Pick<Deps, "pool">): ReadMember {
  const read = createBatchLoader((hashes: readonly string[]) => selectMembers(deps.pool, hashes));
  return async (authorization) => {
    const [, token] = BEARER.exec(authorization) ?? [];
    const member = token ? await read(hashToken(token).toString("hex")) : null;
    if (!member) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
    return member;
  };
}

export function wrongCredentials(): AppError {
  return new AppError("invalid_input", LOGIN_MESSAGES.wrong, { errors: { password: [LOGIN_MESSAGES.wrong] } });
}

/**
 * Starts a session on a device, and notifies the person if they have not used that device before. Every way of signing
 * in cancels a pending deletion.
 * @throws AppError `suspended` with a token to appeal; `invalid_input` if the account has just been erased
 */
export async function createSession(
  deps: Pick<Deps, "secrets" | "config" | "now" | "events">,
  tx: Tx,
  account: AccountRow,
  { device: from, address }: SignInClient,
): Promise<SignedIn> {
  // Read again under the lock: a deletion requested meanwhile is canceled here, or waits and signs this device out.
  const locked = await lockForSignIn(tx, account.id);
  if (!locked) throw wrongCredentials();
  const device = {
    id: newId(deviceId),
    accountId: account.id,
    clientId: from.device_id,
    name: toDeviceName(from.device_name),
    addressPrefix: toAddressPrefix(address),
    sessionDays: SESSION_DAYS,
  };
  if (await isNewDevice(tx, device)) {
    const email = renderNewDeviceEmail({
      to: account.email,
      username: account.username,
      device: device.name,
      addressPrefix: device.addressPrefix,
      at: deps.now(),
      publicUrl: deps.config.publicUrl,
    });
    await sendEmail(deps, tx, email);
    const changed = { account_id: account.id, change: "new_device", detail: device.name } as const;
    await deps.events.publish(tx, "account.security_changed", changed);
  }
  const deviceRowId = await upsertDevice(tx, device);
  // After the device, which a suspension that begins meanwhile waits for and then signs out.
  const suspension = await selectSuspension(tx, account.id);
  if (suspension) {
    const appealToken = createSignInAppealToken(deps, { accountId: account.id, beganAt: suspension.began_at });
    throw new AppError("suspended", toSuspensionMessage(suspension), { appealToken });
  }
  const restored = locked.deletionDueAt && (await restoreAccount(deps, tx, account));
  return { ...(await issueTokens(deps, tx, account, deviceRowId)), ...(restored ? { restored } : {}) };
}

/** The access token goes into the reply, the refresh token into a cookie. */
async function issueTokens(
  deps: Pick<Deps, "config">,
  sql: Sql,
  account: AccountRow,
  device: string,
): Promise<SignedIn> {
  const accessToken = newToken();
  const refreshToken = newToken();
  await insertAccessToken(sql, { hash: hashToken(accessToken), deviceId: device, expiresInS: ACCESS_TOKEN_S });
  await insertRefreshToken(sql, { hash: hashToken(refreshToken), deviceId: device, days: REFRESH_TOKEN_DAYS });
  return {
    refreshToken,
    session: {
      access_token: accessToken,
      expires_in_s: ACCESS_TOKEN_S,
      users: toUserCard(account, (key) => publicMediaUrl(deps.config, key)),
    },
  };
}

/**
 * Exchanges a refresh token for a new pair. If a token is used again later, somebody has copied it: the device is
 * signed out, even for whoever holds the newest token (RFC 9700, section 4.14.2).
 * @throws AppError `not_signed_in`
 */
export async function refreshSession(
  deps: Pick<Deps, "sql" | "config">,
  token: string,
  address: string,
): Promise<SignedIn> {
  const refreshed = await inTransaction(deps.sql, async (tx) => {
    const hash = hashToken(token);
    const row = await selectRefreshToken(tx, hash);
    if (!row) return null;
    if (row.used_ms_ago !== null && row.used_ms_ago > REUSE_GRACE_MS) {
      await revokeDevice(tx, row.account_id, row.device_id);
      return null;
    }
    const account = await selectAccount(tx, row.account_id);
    if (!account) return null;
    await markRefreshTokenUsed(tx, hash);
    await touchDevice(tx, row.device_id, toAddressPrefix(address));
    return issueTokens(deps, tx, account, row.device_id);
  });
  if (!refreshed) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
  return refreshed;
}

/** Sets the refresh cookie; the returned part goes into the reply. */
export function sendSession(reply: FastifyReply, signedIn: SignedIn): SignedIn["session"] {
  reply.setCookie(REFRESH_COOKIE, signedIn.refreshToken, { ...COOKIE, maxAge: REFRESH_TOKEN_DAYS * 86_400 });
  return signedIn.session;
}

/** As `sendSession`, for a new session: it ends the one this browser had before. */
export async function sendNewSession(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<SignedIn["session"]> {
  const replaced = request.cookies[REFRESH_COOKIE];
  if (replaced) await revokeReplacedSession(deps, replaced);
  return sendSession(reply, signedIn);
}

/** @param token the refresh cookie of the old session, which may have been another person's */
async function revokeReplacedSession(deps: Pick<Deps, "sql">, token: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const row = await selectRefreshToken(tx, hashToken(token));
    if (row) await revokeReplacedDevice(tx, row.account_id, row.device_id);
  });
}

export function clearRefreshCookie(reply: FastifyReply): void {
  reply.clearCookie(REFRESH_COOKIE, COOKIE);
}

export async function signOut(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  await inTransaction(deps.sql, (tx) => revokeDevice(tx, member.accountId, member.deviceRowId));
}

export async function listDevices(deps: Pick<Deps, "sql">, member: Member): Promise<DeviceView[]> {
  const rows = await selectDevices(deps.sql, member.accountId);
  return rows.map((row) => toDeviceView(row, member.deviceRowId));
}

/** @throws AppError `not_found` if this person has no such device */
export async function removeDevice(deps: Pick<Deps, "sql">, member: Member, deviceId: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if (!(await revokeDevice(tx, member.accountId, deviceId))) throw notFound();
    await distrustDevices(tx, [deviceId]);
  });
}

export async function removeOtherDevices(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await distrustDevices(tx, await revokeDevices(tx, member.accountId, member.deviceRowId));
    await deleteSignUpSession(tx, member.accountId);
  });
}

/** @returns those of the given devices that are still signed in */
export async function findSignedInDevices(deps: Pick<Deps, "sql">, deviceIds: readonly string[]): Promise<Set<string>> {
  return new Set(await selectSignedInDevices(deps.sql, deviceIds));
}

/** A device that comes back after this is a new one, unless it was the account's last one. */
const DEVICE_KEPT_DAYS = 365;

/** Deletes expired tokens, links and sign-up sessions, old devices, and attempts that no longer count. */
export async function purgeExpired(deps: Pick<Deps, "sql">): Promise<void> {
  await deleteExpiredTokens(deps.sql);
  await deleteOldDevices(deps.sql, DEVICE_KEPT_DAYS);
  await deleteOldLinks(deps.sql);
  await deleteExpiredSignUpSessions(deps.sql);
}

export const purgeExpiredJob = defineJob({
  name: "accounts:purge-expired",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 5 * 60_000,
  cron: "23 * * * *",
  run: (deps) => purgeExpired(deps),
});
