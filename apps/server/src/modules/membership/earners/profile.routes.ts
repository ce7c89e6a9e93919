import { EARNER_MESSAGES } from "@app/contract/earners";
import { COVER_PART, PROFILE_MESSAGES, profileRoutes } from "@app/contract/profile";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { takeFile } from "#platform/http/file-part.ts";
import { Said, serve } from "#platform/http/serve.ts";
import { requireMember } from "#platform/viewer.ts";
import { readProfile, updateProfile, uploadCover } from "./profile.service.ts";

export function serveProfile(app: FastifyInstance, deps: Deps): void {
  serve(app, profileRoutes.one, ({ viewer }) => readProfile(deps, requireMember(viewer)));
  serve(
    app,
    profileRoutes.update,
    async ({ viewer, body, file }) =>
      new Said(
        EARNER_MESSAGES.updated,
        await updateProfile(deps, requireMember(viewer), { changes: body, image: file }),
      ),
  );
  serve(
    app,
    profileRoutes.uploadCover,
    async ({ viewer, request }) =>
      new Said(
        PROFILE_MESSAGES.coverKept,
        await uploadCover(deps, requireMember(viewer), await takeFile(request, COVER_PART)),
      ),
  );
}
