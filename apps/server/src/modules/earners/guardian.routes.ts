import { GUARDIAN_MESSAGES, guardianRoutes } from "@app/contract/guardian";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { askGuardian, readGuardian } from "./guardian.service.ts";
import { answerGuardian, readGuardianRequest } from "./guardian-answer.service.ts";
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
  serve(app, guardianRoutes.answer, async ({ body }) => {
    const { message, request } = await answerGuardian(deps, body.token, body.accept);
    return new Said(message, request);
  });
}
