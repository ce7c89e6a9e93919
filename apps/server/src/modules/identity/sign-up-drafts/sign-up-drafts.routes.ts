import { SIGN_UP_DRAFT_MESSAGES, signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import {
  clearDraftCookie,
  continueDraft,
  discardSignUpDraft,
  findSavedAt,
  readDraftCookie,
  saveDraft,
  setDraftCookie,
} from "./sign-up-drafts.service.ts";

export function serveSignUpDrafts(app: FastifyInstance, deps: Deps): void {
  serve(app, signUpDraftRoutes.one, async ({ request }) => {
    const savedAt = await findSavedAt(deps, readDraftCookie(request));
    return savedAt && { saved_at: savedAt.toISOString() };
  });
  serve(app, signUpDraftRoutes.continue, async ({ request, body }) => {
    const draft = await continueDraft(deps, readDraftCookie(request), body.email);
    return new Reply(SIGN_UP_DRAFT_MESSAGES.continued, draft);
  });
  serve(app, signUpDraftRoutes.save, async ({ body, request, reply }) => {
    const token = await saveDraft(deps, readDraftCookie(request), body);
    if (token) setDraftCookie(reply, token);
    else clearDraftCookie(reply);
    return { is_saved: token !== null };
  });
  serve(app, signUpDraftRoutes.delete, async ({ request, reply }) => {
    await discardSignUpDraft(deps, request, reply);
    return null;
  });
}
