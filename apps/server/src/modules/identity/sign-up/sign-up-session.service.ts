import { BRAND } from "@app/contract/brand";
import { type AccountId, accountId as accountIdSchema } from "@app/contract/ids";
import { REFERRAL_COOKIE_DAYS } from "@app/contract/referrals";
import { SIGN_UP_SESSION_DAYS } from "@app/contract/sign-up";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Verified } from "#modules/identity/links/verify-email.service.ts";
import { type SignedIn, sendNewSession } from "#modules/identity/sessions/sessions.service.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { selectSignUpAccount, upsertSignUpSession } from "./sign-up-session.sql.ts";

const COOKIE_NAME = "__Host-fieldhouse_registration";
const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

type Cookies = { cookies: Record<string, string | undefined> };

/**
 * Ties a new account to the browser that signed up, in the caller's transaction. That browser is not signed in, but may
 * enter a profile, pay, and correct and verify the address.
 * @returns the token for that browser's cookie
 */
export async function startSignUpSession(tx: Sql, accountId: string): Promise<string> {
  const token = newToken();
  await upsertSignUpSession(tx, { accountId, tokenHash: hashToken(token), days: SIGN_UP_SESSION_DAYS });
  return token;
}

/** @returns the account this browser signed up with; null if there is none or its sign-up session has ended */
export async function findSignUpAccount(sql: Sql, request: Cookies): Promise<AccountId | null> {
  const token = request.cookies[COOKIE_NAME];
  const found = token ? await selectSignUpAccount(sql, hashToken(token)) : null;
  return found === null ? null : accountIdSchema.parse(found);
}

export function setSignUpCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE_NAME, token, { ...COOKIE, maxAge: SIGN_UP_SESSION_DAYS * 86_400 });
}

export function clearSignUpCookie(reply: FastifyReply): void {
  reply.clearCookie(COOKIE_NAME, COOKIE);
}

/** Starts the session of a browser that has verified an address. */
export function signInVerified(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn, isFinished }: Verified,
): Promise<SignedIn["session"]> {
  if (isFinished) clearSignUpCookie(reply);
  return sendNewSession(deps, request, reply, signedIn);
}

const NAME = `${BRAND.slug}_referral`;
const REFERRAL_COOKIE = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const DAY_S = 86_400;

/** Saves the code of a referral link in this browser, for a later sign-up. */
export function setReferralCookie(deps: Pick<Deps, "config">, reply: FastifyReply, code: string): void {
  const secure = deps.config.publicUrl.startsWith("https:");
  reply.setCookie(NAME, code, { ...REFERRAL_COOKIE, secure, maxAge: REFERRAL_COOKIE_DAYS * DAY_S });
}

export function readReferralCookie(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}

/** A code typed into the form wins over the one in the cookie. */
export function withReferralCode<Form extends { referral_code: string | null }>(
  request: FastifyRequest,
  form: Form,
): Form {
  return { ...form, referral_code: form.referral_code || readReferralCookie(request)?.slice(0, 64) || null };
}

/** Call after a sign-up: the next person in this browser was not referred. */
export function clearReferralCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, REFERRAL_COOKIE);
}
