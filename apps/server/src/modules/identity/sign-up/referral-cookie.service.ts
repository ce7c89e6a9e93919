import { BRAND } from "@app/contract/brand";
import { REFERRAL_COOKIE_DAYS } from "@app/contract/referrals";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";

const NAME = `${BRAND.slug}_referral`;
const COOKIE = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const DAY_S = 86_400;

/** Saves the code of a referral link in this browser, for a later sign-up. */
export function setReferralCookie(deps: Pick<Deps, "config">, reply: FastifyReply, code: string): void {
  const secure = deps.config.publicUrl.startsWith("https:");
  reply.setCookie(NAME, code, { ...COOKIE, secure, maxAge: REFERRAL_COOKIE_DAYS * DAY_S });
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
  reply.clearCookie(NAME, COOKIE);
}
