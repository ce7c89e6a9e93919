import { randomBytes } from "node:crypto";
import { CAPTIONS_MESSAGES, type CaptionCue, type CaptionLanguage, toWebVtt } from "@app/contract/captions";
import type { ContentId } from "@app/contract/ids";
import { findContent } from "#modules/catalog/contents/contents.service.ts";
import { partOf, selectTrim } from "#modules/catalog/cuts/cuts.sql.ts";
import { findSilences } from "#modules/catalog/media/pipeline/extras.ts";
import { MediaFault } from "#modules/catalog/media/pipeline/source-facts.ts";
import type { Where } from "#modules/catalog/media/pipeline/tools.ts";
import { placeSource } from "#modules/catalog/media/source-file.service.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { storeCaptions } from "./captions.service.ts";
import {
  type CaptionsRow,
  failAutomatic,
  finishAutomatic,
  replaceCutCues,
  selectAutomatic,
  selectCaptionsOf,
  selectCues,
  selectCutCues,
  writeCues,
  writeSilences,
} from "./captions.sql.ts";
import { findEngine } from "./captions-engine.ts";
import { toValidCues } from "./captions-file.ts";

type FileDeps = Pick<Deps, "sql" | "storage" | "uploads" | "config">;
type SilencesTask = { content_id: ContentId; run: string };
type SpeechTask = { content_id: ContentId; language: CaptionLanguage; token: string };

export async function findSilencesOf(
  deps: FileDeps,
  { content_id, run }: SilencesTask,
  signal: AbortSignal,
): Promise<void> {
  const found = await withSource(deps, content_id, signal, (where) => findSilences(deps.config, where));
  const content = await findContent(deps.sql, content_id);
  if (!found || !content) return;
  // The original is the whole video.
  const shown = partOf(await selectTrim(deps.sql, content_id)) ?? { fromMs: 0, toMs: content.length_ms ?? 0 };
  await writeSilences(deps.sql, content_id, run, silencesOf(found, shown));
}

function silencesOf(whole: readonly [number, number][], { fromMs, toMs }: Shown): [number, number][] {
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
    const heard = await withSource(deps, id, signal, (where) => engine.transcribe(where, language));
    if (heard) await storeHeard(deps, task, heard);
  } catch (error) {
    if (error instanceof MediaFault) await failAutomatic(deps.sql, token, error.message);
    else if (error instanceof AppError && error.kind === "conflict") await finishAutomatic(deps.sql, token);
    else throw error;
  }
}

async function storeHeard(deps: FileDeps, task: SpeechTask, heard: readonly CaptionCue[]): Promise<void> {
  const { content_id: id, language, token } = task;
  const content = await findContent(deps.sql, id);
  if (!content) return;
  const shown = partOf(await selectTrim(deps.sql, id));
  const cues = toValidCues(shown ? toPart(heard, shown) : heard, content.length_ms);
  if (cues.length === 0) return failAutomatic(deps.sql, token, CAPTIONS_MESSAGES.noSpeech);
  await storeCaptions(
    deps,
    content,
    { language },
    {
      cues,
      isAutomatic: true,
      admit: async (tx, current) => {
        if (!(await finishAutomatic(tx, token)) || current.revision > 0)
          throw new AppError("conflict", CAPTIONS_MESSAGES.changed);
      },
    },
  );
}

export async function failSpeech({ sql }: Pick<Deps, "sql">, { token }: SpeechTask): Promise<void> {
  await failAutomatic(sql, token, CAPTIONS_MESSAGES.speechFailed);
}

/** @returns null if the item was deleted. @throws MediaFault if its file is gone */
async function withSource<Result>(
  deps: FileDeps,
  id: ContentId,
  signal: AbortSignal,
  work: (where: Where) => Promise<Result>,
): Promise<Result | null> {
  const content = await findContent(deps.sql, id);
  if (!content) return null;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    await placeSource(deps, content, scratch);
    return await work({ folder: scratch.folder, signal });
  } finally {
    await scratch.remove();
  }
}

/** What viewers see of a video, on the time line of the whole one. */
export type Shown = { fromMs: number; toMs: number };

type Recut = {
  captions: CaptionsRow;
  fileKey: string;
  shown: CaptionCue[];
  cut: CaptionCue[];
};

/** Moves cues to the time line of a part, shortened where they reach beyond it. */
export function toPart(cues: readonly CaptionCue[], { fromMs, toMs }: Shown): CaptionCue[] {
  return cues
    .filter((cue) => isShown(cue, { fromMs, toMs }))
    .map(({ start_ms, end_ms, text }) => ({
      start_ms: Math.max(start_ms, fromMs) - fromMs,
      end_ms: Math.min(end_ms, toMs) - fromMs,
      text,
    }));
}

function isShown(cue: CaptionCue, { fromMs, toMs }: Shown): boolean {
  return cue.end_ms > fromMs && cue.start_ms < toMs;
}

/** All cues on the time line of the whole video, also those that a trim leaves out. */
async function selectWhole(sql: Sql, captionsId: string, shown: Shown | null): Promise<CaptionCue[]> {
  const shiftMs = shown?.fromMs ?? 0;
  const seen = (await selectCues(sql, captionsId)).map(({ start_ms, end_ms, text }) => ({
    ...{ start_ms: start_ms + shiftMs, end_ms: end_ms + shiftMs, text },
  }));
  return [...seen, ...(await selectCutCues(sql, captionsId))].toSorted((a, b) => a.start_ms - b.start_ms);
}

/**
 * Prepares the captions of an item whose shown part changes, and stores their new files.
 * @param before null: the whole video was shown
 */
export async function prepareRecut(
  deps: Pick<Deps, "sql" | "storage">,
  contentId: string,
  { before, after }: { before: Shown | null; after: Shown },
): Promise<Recut[]> {
  const recuts: Recut[] = [];
  for (const captions of await selectCaptionsOf(deps.sql, contentId)) {
    const all = await selectWhole(deps.sql, captions.id, before);
    const shown = toPart(all, after);
    const fileKey = `contents/${contentId}/captions/${captions.language}-${randomBytes(8).toString("hex")}.vtt`;
    await deps.storage.put(fileKey, toWebVtt(shown), { contentType: "text/vtt; charset=utf-8" });
    recuts.push({ captions, fileKey, shown, cut: all.filter((cue) => !isShown(cue, after)) });
  }
  return recuts;
}

/** @returns false if somebody saved captions since they were prepared */
export async function applyRecut(tx: Sql, contentId: string, recuts: readonly Recut[]): Promise<boolean> {
  const current = await selectCaptionsOf(tx, contentId);
  const isSame =
    current.length === recuts.length &&
    recuts.every(({ captions }) =>
      current.some(({ id, revision }) => id === captions.id && revision === captions.revision),
    );
  if (!isSame) return false;
  for (const { captions, fileKey, shown, cut } of recuts) {
    await replaceCutCues(tx, captions.id, cut);
    await writeCues(tx, { id: captions.id, isAutomatic: captions.is_automatic, fileKey }, shown);
  }
  return true;
}

/** Removes the files that are no longer used: the old ones if the new ones are in use, otherwise the new ones. */
export async function removeRecutFiles(
  { storage }: Pick<Deps, "storage">,
  recuts: readonly Recut[],
  isApplied: boolean,
): Promise<void> {
  for (const { captions, fileKey } of recuts) await storage.remove(isApplied ? captions.file_key : fileKey);
}

/**
 * Gives a clip the captions of its part of the video.
 * @param shown what viewers see of the video; null: all of it
 */
export async function copyCaptions(
  deps: Pick<Deps, "sql" | "storage">,
  { from, shown, to }: { from: string; shown: Shown | null; to: { id: string; channel_id: string } },
  part: Shown,
): Promise<void> {
  for (const { id, language, is_automatic } of await selectCaptionsOf(deps.sql, from)) {
    const cues = toPart(await selectWhole(deps.sql, id, shown), part);
    const named = { language: language as CaptionLanguage };
    if (cues.length > 0) await storeCaptions(deps, to, named, { cues, isAutomatic: is_automatic });
  }
}
