import { CAPTIONS_MESSAGES, type CaptionCue, type CaptionLanguage } from "@app/contract/captions";
import type { ContentId } from "@app/contract/ids";
import { type ContentRow, selectContent } from "#modules/catalog/contents/contents.sql.ts";
import { type Part, partOf, selectTrim } from "#modules/catalog/cuts/cuts.sql.ts";
import { findSilences } from "#modules/catalog/media/pipeline/extras.ts";
import { findAudioIndex } from "#modules/catalog/media/pipeline/probe.ts";
import { MediaFault } from "#modules/catalog/media/pipeline/source-facts.ts";
import type { Where } from "#modules/catalog/media/pipeline/tools.ts";
import { placeSource } from "#modules/catalog/media/source-file.service.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { storeCaptions } from "./captions.service.ts";
import { failAutomatic, finishAutomatic, replaceCutCues, selectAutomatic, writeSilences } from "./captions.sql.ts";
import { findEngine } from "./captions-engine.ts";
import { toValidCues } from "./captions-file.ts";
import { beyondPart, toPart } from "./trim-captions.service.ts";

type FileDeps = Pick<Deps, "sql" | "storage" | "uploads" | "config" | "log">;
type SilencesTask = { content_id: ContentId; run: string };
type SpeechTask = { content_id: ContentId; language: CaptionLanguage; token: string };

export async function findSilencesOf(
  deps: FileDeps,
  { content_id, run }: SilencesTask,
  signal: AbortSignal,
): Promise<void> {
  const found = await withSource(deps, content_id, signal, async ({ audioIndex, ...where }) =>
    audioIndex === null ? [] : findSilences(deps.config, where, audioIndex),
  );
  const content = await selectContent(deps.sql, content_id);
  // A deletion can be taken back, and nobody could ask for them again.
  if (!found || !content) return writeNoSilences(deps, { content_id, run });
  // The original is the whole video.
  const shown = partOf(await selectTrim(deps.sql, content_id)) ?? { fromMs: 0, toMs: content.length_ms ?? 0 };
  await writeSilences(deps.sql, content_id, run, silencesOf(found, shown));
}

function silencesOf(whole: readonly [number, number][], { fromMs, toMs }: Part): [number, number][] {
  return whole
    .filter(([start, end]) => end > fromMs && start < toMs)
    .map(([start, end]) => [Math.max(start, fromMs) - fromMs, Math.min(end, toMs) - fromMs]);
}

/** The file cannot be read; cues then snap to nothing. */
export async function writeNoSilences({ sql }: Pick<Deps, "sql">, { content_id, run }: SilencesTask): Promise<void> {
  await writeSilences(sql, content_id, run, []);
}

/** Makes the captions that were requested, unless somebody wrote them in the meantime. */
export async function recognizeSpeech(deps: FileDeps, task: SpeechTask, signal: AbortSignal): Promise<void> {
  const { content_id: id, language, token } = task;
  const isWanted = (await selectAutomatic(deps.sql, id)).some((request) => request.token === token);
  const engine = isWanted ? await findEngine(deps.config) : null;
  if (!isWanted) return;
  if (!engine) return failAutomatic(deps.sql, token, CAPTIONS_MESSAGES.noEngine);
  try {
    const heard = await withSource(deps, id, signal, async ({ audioIndex, ...where }, content) => {
      if (audioIndex === null) throw new MediaFault("This video has no sound.");
      return { cues: await engine.transcribe({ ...where, audioIndex }, language), uploadId: content.upload_id };
    });
    // A deletion can be taken back, and nobody could ask for them again.
    if (!heard || !(await storeHeard(deps, task, heard))) await failSpeech(deps, task);
  } catch (error) {
    if (error instanceof MediaFault) await failAutomatic(deps.sql, token, error.message);
    else if (error instanceof AppError && error.kind === "conflict") await finishAutomatic(deps.sql, token);
    else throw error;
  }
}

/** What is said in the file of this upload. */
type Heard = { cues: readonly CaptionCue[]; uploadId: string | null };

/**
 * @returns false if the item was deleted
 * @throws Error the video has another file or another part by now, and the job has to run again
 */
async function storeHeard(deps: FileDeps, task: SpeechTask, heard: Heard): Promise<boolean> {
  const { content_id: id, language, token } = task;
  const content = await selectContent(deps.sql, id);
  if (!content) return false;
  if (content.upload_id !== heard.uploadId) throw new Error("speech: the file was replaced meanwhile");
  const trim = await selectTrim(deps.sql, id);
  const shown = partOf(trim);
  const all = toValidCues(heard.cues, trim?.whole?.length_ms ?? content.length_ms);
  const cues = shown ? toPart(all, shown) : all;
  if (cues.length === 0) {
    await failAutomatic(deps.sql, token, CAPTIONS_MESSAGES.noSpeech);
    return true;
  }
  await storeCaptions(
    deps,
    content,
    { language },
    {
      cues,
      isAutomatic: true,
      admit: async (tx, current) => {
        if ((await selectContent(tx, id))?.run !== content.run) throw new Error("speech: the video changed meanwhile");
        if (!(await finishAutomatic(tx, token)) || current.revision > 0)
          throw new AppError("conflict", CAPTIONS_MESSAGES.changed);
        if (shown) await replaceCutCues(tx, current.id, beyondPart(all, shown));
      },
    },
  );
  return true;
}

export async function failSpeech({ sql }: Pick<Deps, "sql">, { token }: SpeechTask): Promise<void> {
  await failAutomatic(sql, token, CAPTIONS_MESSAGES.speechFailed);
}

/** The original, and the track of it that viewers hear. */
type Source = Where & { audioIndex: number | null };

/** @returns null if the item was deleted. @throws MediaFault if its file is gone */
async function withSource<Result>(
  deps: FileDeps,
  id: ContentId,
  signal: AbortSignal,
  work: (source: Source, content: ContentRow) => Promise<Result>,
): Promise<Result | null> {
  const content = await selectContent(deps.sql, id);
  if (!content) return null;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    await placeSource(deps, content, scratch);
    const where = { folder: scratch.folder, signal };
    return await work({ ...where, audioIndex: await findAudioIndex(deps.config, where) }, content);
  } finally {
    await scratch.remove();
  }
}
