import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { endReplacedSession } from "./session.service.ts";
import { REFRESH_TOKEN_DAYS, type SignedIn } from "./sign-in.service.ts";

export const REFRESH_COOKIE = "__Host-fieldhouse_refresh";
const COOKIE = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

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
