import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { readGuardian, requestConsent } from "./guardian.service.ts";
import { declineOrWithdraw, readGuardianRequest, submitConsent } from "./guardian-answer.service.ts";
import { answerGuardianChallenge, beginCardCheck } from "./guardian-card.service.ts";
import { requireRegistrant } from "./registration-state.service.ts";

export function serveGuardian(app: FastifyInstance, deps: Deps): void {
  serve(app, guardianRoutes.state, async ({ viewer, request }) => {
    const { accountId } = await requireRegistrant(deps, viewer, request);
    return readGuardian(deps, accountId);
  });
  serve(app, guardianRoutes.ask, async ({ viewer, body, request }) => {
    const { accountId } = await requireRegistrant(deps, viewer, request);
    await requestConsent(deps, accountId, body);
    return new Reply(GUARDIAN_MESSAGES.asked, null);
  });
  serve(app, guardianRoutes.request, ({ params }) => readGuardianRequest(deps, params.token));
  serve(app, guardianRoutes.beginCardCheck, ({ body }) => beginCardCheck(deps, body.token));
  serve(app, guardianRoutes.authenticate, async ({ body }) => {
    await answerGuardianChallenge(deps, body.token, body.challenge_id, body.outcome);
    return null;
  });
  serve(app, guardianRoutes.consent, async ({ body }) => {
    const { token, card = null, ...statement } = body;
    const { message, ...result } = await submitConsent(deps, token, { ...statement, card });
    return new Reply(message, result);
  });
  serve(app, guardianRoutes.decline, async ({ body }) => {
    const { message, request } = await declineOrWithdraw(deps, body.token);
    return new Reply(message, request);
  });
}
