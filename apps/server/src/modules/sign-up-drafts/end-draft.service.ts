import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { clearDraftCookie, draftToken } from "./draft-cookie.ts";
import { forgetDraft } from "./drafts.service.ts";

/** Whoever has signed up, signed in or given up leaves nothing of the Sign Up form behind, here or at this browser. */
export async function endSignUpDraft(
  deps: Pick<Deps, "sql">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = draftToken(request);
  if (token === undefined) return;
  await forgetDraft(deps, token);
  clearDraftCookie(reply);
}
