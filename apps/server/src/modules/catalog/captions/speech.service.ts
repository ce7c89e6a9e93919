import { randomUUID } from "node:crypto";
import {
  CAPTION_LANGUAGES,
  CAPTIONS_MESSAGES,
  type CaptionLanguage,
  type captionRoutes,
  SPEECH_REQUESTS_MAX,
} from "@app/contract/captions";
import type { ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { auditItem } from "#modules/catalog/contents/contents-edit.service.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { enqueue, toSpeechFlag } from "#platform/jobs/jobs.ts";
import type { Viewer } from "#platform/viewer.ts";
import { describeCaptions, requireCaptionable } from "./captions.service.ts";
import {
  countAutomatic,
  requestAutomatic,
  requestSilences,
  selectAutomatic,
  selectCaptions,
  selectSilences,
  selectSpeechLanguages,
} from "./captions.sql.ts";
import { findSilencesJob, recognizeSpeechJob } from "./speech.jobs.ts";

type Speech = z.input<(typeof captionRoutes)["speech"]["data"]>;

/** Queues the detection of silences unless it was done for the current file. */
export async function listSilences(
  deps: Pick<Deps, "sql">,
  viewer: Viewer,
  id: ContentId,
): Promise<{ silences: [number, number][] | null }> {
  const { run } = await requireCaptionable(deps, viewer, id);
  const found = await selectSilences(deps.sql, id);
  if (run === null || found?.run === run) return { silences: found?.ranges ?? null };
  await inTransaction(deps.sql, async (tx) => {
    if (await requestSilences(tx, id, found?.run ?? null)) await enqueue(tx, findSilencesJob, { content_id: id, run });
  });
  return { silences: null };
}

/** The engine is where the workers are. */
async function listSpeechLanguages({ sql }: Pick<Deps, "sql">): Promise<CaptionLanguage[]> {
  const found = await selectSpeechLanguages(sql);
  return CAPTION_LANGUAGES.filter((language) => found.includes(language));
}

export async function showSpeech(deps: Pick<Deps, "sql">, viewer: Viewer, id: ContentId): Promise<Speech> {
  const content = await requireCaptionable(deps, viewer, id);
  const requests = await selectAutomatic(deps.sql, content.id);
  const languages = await listSpeechLanguages(deps);
  return {
    is_available: languages.length > 0,
    languages,
    requests: requests.map(({ language, fault }) => ({ language: language as CaptionLanguage, fault })),
  };
}

/**
 * Automatic captions never replace what somebody wrote.
 * @throws AppError `unavailable` without a worker that has an engine; `invalid_input` on `language`; `conflict` there are
 * captions, they are being made, or too many of the channel are
 */
export async function requestSpeech(
  deps: Pick<Deps, "sql">,
  viewer: Viewer,
  id: ContentId,
  language: CaptionLanguage,
): Promise<void> {
  const content = await requireCaptionable(deps, viewer, id);
  const languages = await listSpeechLanguages(deps);
  if (languages.length === 0) throw new AppError("unavailable", CAPTIONS_MESSAGES.noEngine);
  if (!languages.includes(language)) throw fieldError("language", CAPTIONS_MESSAGES.otherLanguage);
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [content.channel_id]);
    if (await selectCaptions(tx, id, language)) throw new AppError("conflict", CAPTIONS_MESSAGES.exists);
    const token = randomUUID();
    if (!(await requestAutomatic(tx, { contentId: id, language, token })))
      throw new AppError("conflict", CAPTIONS_MESSAGES.working);
    if ((await countAutomatic(tx, content.channel_id)) > SPEECH_REQUESTS_MAX)
      throw new AppError("conflict", CAPTIONS_MESSAGES.busy);
    const flag = toSpeechFlag(language);
    await enqueue(tx, recognizeSpeechJob, { content_id: id, language, token }, { flag });
    const after = describeCaptions("requested automatic ones", language);
    await auditItem(tx, viewer, content, { action: "content.edited", after });
  });
}
