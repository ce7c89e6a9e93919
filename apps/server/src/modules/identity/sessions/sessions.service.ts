import type { DeviceView } from "@app/contract/accounts";
import { MESSAGES } from "@app/contract/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { selectAccount } from "#modules/identity/accounts/accounts.sql.ts";
import { deleteOldLinks } from "#modules/identity/links/links.sql.ts";
import { deleteExpiredSignUpSessions } from "#modules/identity/sign-up/sign-up-session.sql.ts";
import { toAddressPrefix } from "#platform/address-prefix.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import { hashToken } from "#platform/crypto/secrets.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import {
  removeDeviceRow,
  removeDeviceRows,
  removeReplacedDevice,
  selectDevices,
  selectSignedIn,
} from "./devices.sql.ts";
import { toDeviceView } from "./sessions.presenter.ts";
import {
  deleteExpiredTokens,
  markRefreshTokenUsed,
  selectMembers,
  selectRefreshToken,
  touchDevice,
} from "./sessions.sql.ts";
import { issueTokens, REFRESH_TOKEN_DAYS, type SignedIn } from "./sign-in.service.ts";

export const REFRESH_COOKIE = "__Host-fieldhouse_refresh";

const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

/** Two tabs that wake up together send the same token; later than this it is a stolen copy. */
const SAME_TOKEN_GRACE_MS = 10_000;

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/;

/**
 * @param authorization the header as it came
 * @throws AppError `not_signed_in` a token that is malformed, expired or revoked
 */
type ReadMember = (authorization: string) => Promise<Member>;

/** Sessions of concurrent requests are loaded in one statement: one each would cost more than many a reply. */
export function createMemberReader(deps: Pick<Deps, "pool">): ReadMember {
  const read = createBatchLoader((hashes: readonly string[]) => selectMembers(deps.pool, hashes));
  return async (authorization) => {
    const [, token] = BEARER.exec(authorization) ?? [];
    const member = token ? await read(hashToken(token).toString("hex")) : null;
    if (!member) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
    return member;
  };
}

/**
 * Exchanges a refresh token for a new pair. A token used a second time was copied by somebody: the
 * device is signed out, whoever holds the newest token included (RFC 9700, section 4.14.2).
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
    if (row.used_ms_ago !== null && row.used_ms_ago > SAME_TOKEN_GRACE_MS) {
      await removeDeviceRow(tx, row.account_id, row.device_id);
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

/** Tokens and links that nobody can use any more, and tries that no longer count. */
export async function purgeExpired(deps: Pick<Deps, "sql">): Promise<void> {
  await deleteExpiredTokens(deps.sql);
  await deleteOldLinks(deps.sql);
  await deleteExpiredSignUpSessions(deps.sql);
}

export async function signOut(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  await inTransaction(deps.sql, (tx) => removeDeviceRow(tx, member.accountId, member.deviceRowId));
}

/** @param token of the refresh cookie that a new session's takes the place of, whoever's it was */
export async function endReplacedSession(deps: Pick<Deps, "sql">, token: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const row = await selectRefreshToken(tx, hashToken(token));
    if (row) await removeReplacedDevice(tx, row.account_id, row.device_id);
  });
}

export async function removeOtherDevices(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  await inTransaction(deps.sql, (tx) => removeDeviceRows(tx, member.accountId, member.deviceRowId));
}

export async function listDevices(deps: Pick<Deps, "sql">, member: Member): Promise<DeviceView[]> {
  const rows = await selectDevices(deps.sql, member.accountId);
  return rows.map((row) => toDeviceView(row, member.deviceRowId));
}

/** @returns those of these devices that are still signed in */
export async function findSignedIn(deps: Pick<Deps, "sql">, deviceIds: readonly string[]): Promise<Set<string>> {
  return new Set(await selectSignedIn(deps.sql, deviceIds));
}

/** @throws AppError `not_found` no such device of this person */
export async function removeDevice(deps: Pick<Deps, "sql">, member: Member, deviceId: string): Promise<void> {
  const removed = await inTransaction(deps.sql, (tx) => removeDeviceRow(tx, member.accountId, deviceId));
  if (!removed) throw notFound();
}

/** The refresh token goes into the cookie, the rest of the session into the reply. */
export function handOver(reply: FastifyReply, signedIn: SignedIn): SignedIn["session"] {
  reply.setCookie(REFRESH_COOKIE, signedIn.refreshToken, { ...COOKIE, maxAge: REFRESH_TOKEN_DAYS * 86_400 });
  return signedIn.session;
}

/** The same for a new session; one that the browser had before is over. */
export async function handOverNew(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<SignedIn["session"]> {
  const replaced = request.cookies[REFRESH_COOKIE];
  if (replaced) await endReplacedSession(deps, replaced);
  return handOver(reply, signedIn);
}

export function clearCookie(reply: FastifyReply): void {
  reply.clearCookie(REFRESH_COOKIE, COOKIE);
}
