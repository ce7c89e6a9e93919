import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { handOverNew } from "./refresh-cookie.ts";
import type { SignedIn } from "./sign-in.service.ts";
import { clearSignUpCookie } from "./sign-up-session.service.ts";
import type { Verified } from "./verify-email.service.ts";

/** Signs the browser in that has verified an address. */
export function openVerified(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn, isFinished }: Verified,
): Promise<SignedIn["session"]> {
  if (isFinished) clearSignUpCookie(reply);
  return handOverNew(deps, request, reply, signedIn);
}
