import { signUpDraftRoutes } from "@app/contract/sign-up-drafts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { serve } from "#platform/http/serve.ts";
import { clearDraftCookie, draftToken, setDraftCookie } from "./draft-cookie.ts";
import { keepDraft, readDraft } from "./drafts.service.ts";
import { endSignUpDraft } from "./end-draft.service.ts";

export function serveSignUpDrafts(app: FastifyInstance, deps: Deps): void {
  serve(app, signUpDraftRoutes.one, ({ request }) => readDraft(deps, draftToken(request)));
  serve(app, signUpDraftRoutes.keep, async ({ body, request, reply }) => {
    const token = await keepDraft(deps, draftToken(request), body);
    if (token) setDraftCookie(reply, token);
    else clearDraftCookie(reply);
    return null;
  });
  serve(app, signUpDraftRoutes.forget, async ({ request, reply }) => {
    await endSignUpDraft(deps, request, reply);
    return null;
  });
}
