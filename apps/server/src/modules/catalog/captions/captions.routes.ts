import { CAPTIONS_MESSAGES, CAPTIONS_PART, captionRoutes } from "@app/contract/captions";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#platform/deps.ts";
import { readFilePart } from "#platform/http/form-parts.ts";
import { Reply, serve } from "#platform/http/serve.ts";
import { readCaptions, removeCaptions, saveCaptions } from "./captions.service.ts";
import { listSilences, requestSpeech, showSpeech } from "./speech.service.ts";

export function serveCaptions(app: FastifyInstance, deps: Deps): void {
  serve(app, captionRoutes.read, ({ viewer, params }) => readCaptions(deps, viewer, params));
  serve(app, captionRoutes.save, async ({ viewer, params, query, request }) => {
    const bytes = await readFilePart(request, CAPTIONS_PART);
    return new Reply(CAPTIONS_MESSAGES.saved, await saveCaptions(deps, viewer, { ...params, ...query }, bytes));
  });
  serve(app, captionRoutes.speech, ({ viewer, params }) => showSpeech(deps, viewer, params.id));
  serve(app, captionRoutes.recognize, async ({ viewer, params, body }) => {
    await requestSpeech(deps, viewer, params.id, body.language);
    return new Reply(CAPTIONS_MESSAGES.requested, null);
  });
  serve(app, captionRoutes.silences, ({ viewer, params }) => listSilences(deps, viewer, params.id));
  serve(app, captionRoutes.remove, async ({ viewer, params }) => {
    await removeCaptions(deps, viewer, params);
    return new Reply(CAPTIONS_MESSAGES.deleted, null);
  });
}
