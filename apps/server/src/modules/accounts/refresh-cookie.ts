import type { FastifyReply } from "fastify";
import { REFRESH_TOKEN_DAYS, type SignedIn } from "./sign-in.service.ts";

export const REFRESH_COOKIE = "__Host-fieldhouse_refresh";
const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

/** The refresh token goes into the cookie, the rest of the session into the reply. */
export function handOver(reply: FastifyReply, signedIn: SignedIn): SignedIn["session"] {
  reply.setCookie(REFRESH_COOKIE, signedIn.refreshToken, { ...COOKIE, maxAge: REFRESH_TOKEN_DAYS * 86_400 });
  return signedIn.session;
}

export function forgetCookie(reply: FastifyReply): void {
  reply.clearCookie(REFRESH_COOKIE, COOKIE);
}
