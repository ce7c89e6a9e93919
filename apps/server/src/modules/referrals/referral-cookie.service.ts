import { BRAND } from "@app/contract/brand";
import { REFERRAL_COOKIE_DAYS } from "@app/contract/referrals";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { findReferrer } from "./referral-codes.service.ts";

const NAME = `${BRAND.slug}_referral`;
const COOKIE = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const DAY_S = 86_400;

/** Keeps a link's code on this browser when its page is opened; one that earns nothing takes no other's place. */
export async function keepReferralLink(
  deps: Pick<Deps, "sql" | "config">,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<void> {
  // A picture on somebody else's page is no visit.
  const opened = request.headers["sec-fetch-dest"] ?? "document";
  if (opened !== "document" || !(await findReferrer(deps, code))) return;
  const secure = deps.config.publicUrl.startsWith("https:");
  reply.setCookie(NAME, code, { ...COOKIE, secure, maxAge: REFERRAL_COOKIE_DAYS * DAY_S });
}

export function readKeptCode(request: FastifyRequest): string | undefined {
  return request.cookies[NAME];
}

/** The code on the form wins, else the one that this browser keeps. */
export function withReferralCode<Form extends { referral_code: string | null }>(
  request: FastifyRequest,
  form: Form,
): Form {
  return { ...form, referral_code: form.referral_code || readKeptCode(request)?.slice(0, 64) || null };
}

/** Once somebody signed up by it, it is not for the next person at this browser. */
export function forgetReferralLink(reply: FastifyReply): void {
  reply.clearCookie(NAME, COOKIE);
}
