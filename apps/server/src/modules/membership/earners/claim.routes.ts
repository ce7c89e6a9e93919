import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import type { FastifyInstance } from "fastify";
import { openVerified } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { claimSignUp, disownSignUp } from "./claim-sign-up.service.ts";

export function serveClaims(app: FastifyInstance, deps: Deps): void {
  serve(app, verificationRoutes.claimSignUp, async ({ body, request, reply }) => {
    const { device_id, device_name } = body;
    const browser = { device: { device_id, device_name }, address: request.ip, signUpAccount: null };
    const verified = await claimSignUp(deps, body, browser);
    return new Said(SIGN_UP_MESSAGES.verified, await openVerified(deps, request, reply, verified));
  });
  serve(app, verificationRoutes.disownSignUp, async ({ body }) => {
    await disownSignUp(deps, body.token);
    return new Said(SIGN_UP_MESSAGES.disowned, null);
  });
}
