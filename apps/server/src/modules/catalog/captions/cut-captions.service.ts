import { randomBytes } from "node:crypto";
import type { CaptionCue, CaptionLanguage } from "@app/contract/captions";
import { toWebVtt } from "@app/contract/web-vtt";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { storeCaptions } from "./captions.service.ts";
import {
  type CaptionsRow,
  replaceCutCues,
  selectCaptionsOf,
  selectCues,
  selectCutCues,
  writeCues,
} from "./captions.sql.ts";

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
