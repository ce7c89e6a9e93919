import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { isSurelyOldEnough } from "./draft-age.policy.ts";
import { clearDraftCookie, draftToken } from "./draft-cookie.ts";
import { discardDraft } from "./drafts.service.ts";

/** Of a child who sends the form nothing stays behind, also of what was typed with another date of birth before. */
export async function endDraftOfChild(
  deps: Pick<Deps, "sql" | "now">,
  request: FastifyRequest,
  reply: FastifyReply,
  dateOfBirth: string,
): Promise<void> {
  if (!isSurelyOldEnough(dateOfBirth, deps.now())) await endSignUpDraft(deps, request, reply);
}

/** Whoever has signed up, signed in or given up leaves nothing of the Sign Up form behind, here or at this browser. */
export async function endSignUpDraft(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = draftToken(request);
  if (token === undefined) return;
  await discardDraft(deps, token);
  clearDraftCookie(reply);
}
