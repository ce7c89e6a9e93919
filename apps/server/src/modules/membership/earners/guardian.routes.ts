import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { askGuardian, readGuardian } from "./guardian.service.ts";
import { declineOrWithdraw, giveConsent, readGuardianRequest } from "./guardian-answer.service.ts";
import { answerGuardiansBank, beginCardCheck } from "./guardian-card.service.ts";
import { requireRegistrant } from "./registrant.service.ts";

export function serveGuardian(app: FastifyInstance, deps: Deps): void {
  serve(app, guardianRoutes.state, async ({ viewer, request }) => {
    const { accountId } = await requireRegistrant(deps, viewer, request);
    return readGuardian(deps, accountId);
  });
  serve(app, guardianRoutes.ask, async ({ viewer, body, request }) => {
    const { accountId } = await requireRegistrant(deps, viewer, request);
    await askGuardian(deps, accountId, body);
    return new Said(GUARDIAN_MESSAGES.asked, null);
  });
  serve(app, guardianRoutes.request, ({ params }) => readGuardianRequest(deps, params.token));
  serve(app, guardianRoutes.beginCardCheck, ({ body }) => beginCardCheck(deps, body.token));
  serve(app, guardianRoutes.authenticate, async ({ body }) => {
    await answerGuardiansBank(deps, body.token, body.challenge_id, body.outcome);
    return null;
  });
  serve(app, guardianRoutes.consent, async ({ body }) => {
    const { token, card = null, ...statement } = body;
    const { message, ...given } = await giveConsent(deps, token, { ...statement, card });
    return new Said(message, given);
  });
  serve(app, guardianRoutes.decline, async ({ body }) => {
    const { message, request } = await declineOrWithdraw(deps, body.token);
    return new Said(message, request);
  });
}
