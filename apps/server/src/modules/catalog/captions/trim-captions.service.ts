import { CAPTIONS_MESSAGES, type CaptionCue, type CaptionLanguage } from "@app/contract/captions";
import { type Part, partOf, selectTrim, type TrimRow } from "#modules/catalog/cuts/cuts.sql.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { putCaptionsFile, removeUnusedFiles, storeCaptions } from "./captions.service.ts";
import {
  type CaptionsRow,
  replaceCutCues,
  selectCaptionsOf,
  selectCues,
  selectCutCues,
  writeCues,
} from "./captions.sql.ts";

export type RetimedCaptions = {
  captions: CaptionsRow;
  fileKey: string;
  shown: CaptionCue[];
  cut: CaptionCue[];
};

/** Moves cues to the time line of a part, shortened where they reach beyond it. */
export function toPart(cues: readonly CaptionCue[], { fromMs, toMs }: Part): CaptionCue[] {
  return cues
    .filter((cue) => isShown(cue, { fromMs, toMs }))
    .map(({ start_ms, end_ms, text }) => ({
      start_ms: Math.max(start_ms, fromMs) - fromMs,
      end_ms: Math.min(end_ms, toMs) - fromMs,
      text,
    }));
}

function isShown(cue: CaptionCue, { fromMs, toMs }: Part): boolean {
  return cue.end_ms > fromMs && cue.start_ms < toMs;
}

/** What `toPart` leaves out, on the time line of the whole video: cues, and the ends of those that reach beyond the part. */
export function beyondPart(cues: readonly CaptionCue[], { fromMs, toMs }: Part): CaptionCue[] {
  return cues
    .flatMap((cue) => [
      { ...cue, end_ms: Math.min(cue.end_ms, fromMs) },
      { ...cue, start_ms: Math.max(cue.start_ms, toMs) },
    ])
    .filter(({ start_ms, end_ms }) => start_ms < end_ms);
}

/** Makes one cue of the two that a cut made of it. */
function joinAt(cutsMs: readonly number[], cues: readonly CaptionCue[]): CaptionCue[] {
  const joined: CaptionCue[] = [];
  for (const cue of cues) {
    const last = joined.at(-1);
    const isSame = last?.text === cue.text && last.end_ms === cue.start_ms && cutsMs.includes(cue.start_ms);
    if (last && isSame) joined.splice(-1, 1, { ...last, end_ms: cue.end_ms });
    else joined.push(cue);
  }
  return joined;
}

/** All cues on the time line of the whole video, also those that a trim leaves out. */
async function selectWhole(sql: Sql, captionsId: string, shown: Part | null): Promise<CaptionCue[]> {
  const cues = await selectCues(sql, captionsId);
  if (!shown) return cues;
  const { fromMs, toMs } = shown;
  // The last cue may end after the part: there begins what the trim left out.
  const seen = cues.map(({ start_ms, end_ms, text }) => ({
    start_ms: start_ms + fromMs,
    end_ms: Math.min(end_ms + fromMs, toMs),
    text,
  }));
  const all = [...seen, ...(await selectCutCues(sql, captionsId))].toSorted((a, b) => a.start_ms - b.start_ms);
  return joinAt([fromMs, toMs], all);
}

/**
 * Prepares the captions of an item whose shown part changes, and stores their new files.
 * @param before null: the whole video was shown
 */
export async function prepareRetimed(
  deps: Pick<Deps, "sql" | "storage">,
  contentId: string,
  { before, after }: { before: Part | null; after: Part },
): Promise<RetimedCaptions[]> {
  const retimed: RetimedCaptions[] = [];
  for (const captions of await selectCaptionsOf(deps.sql, contentId)) {
    const all = await selectWhole(deps.sql, captions.id, before);
    const shown = toPart(all, after);
    const fileKey = await putCaptionsFile(deps, contentId, captions.language, shown);
    retimed.push({ captions, fileKey, shown, cut: beyondPart(all, after) });
  }
  return retimed;
}

/** Prepares the captions of an item for the end of its trim. */
export async function prepareUntrimmed(
  deps: Pick<Deps, "sql" | "storage">,
  contentId: string,
  trim: TrimRow | null,
): Promise<RetimedCaptions[]> {
  if (!trim?.whole) return [];
  return prepareRetimed(deps, contentId, { before: partOf(trim), after: { fromMs: 0, toMs: trim.whole.length_ms } });
}

/** @returns false if somebody saved captions since they were prepared */
export async function applyRetimed(tx: Sql, contentId: string, retimed: readonly RetimedCaptions[]): Promise<boolean> {
  const current = await selectCaptionsOf(tx, contentId);
  const isSame =
    current.length === retimed.length &&
    retimed.every(({ captions }) =>
      current.some(({ id, revision }) => id === captions.id && revision === captions.revision),
    );
  if (!isSame) return false;
  for (const { captions, fileKey, shown, cut } of retimed) {
    await replaceCutCues(tx, captions.id, cut);
    await writeCues(tx, { id: captions.id, isAutomatic: captions.is_automatic, fileKey }, shown);
  }
  return true;
}

/**
 * Runs a transaction that may apply retimed captions, and then removes the files that are no longer used: the old ones if
 * it applied them, otherwise the new ones.
 */
export async function withRetimed<Result>(
  deps: Pick<Deps, "sql" | "storage" | "log">,
  contentId: string,
  retimed: readonly RetimedCaptions[],
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(deps.sql, work);
  } finally {
    const keys = retimed.flatMap(({ captions, fileKey }) => [captions.file_key, fileKey]);
    await removeUnusedFiles(deps, contentId, keys);
  }
}

/** Gives a clip the captions of its part of the video, which is in the same channel. */
export async function copyCaptions(
  deps: Pick<Deps, "sql" | "storage" | "log">,
  { from, to }: { from: string; to: { id: string; channel_id: string } },
  part: Part,
): Promise<void> {
  const copied = await inTransaction(deps.sql, async (tx) => {
    // A trim that begins or ends moves the cues.
    await lockChannels(tx, [to.channel_id]);
    const shown = partOf(await selectTrim(tx, from));
    const found: { captions: CaptionsRow; cues: CaptionCue[] }[] = [];
    for (const captions of await selectCaptionsOf(tx, from))
      found.push({ captions, cues: toPart(await selectWhole(tx, captions.id, shown), part) });
    return found;
  });
  for (const { captions, cues } of copied) {
    const named = { language: captions.language as CaptionLanguage };
    if (cues.length > 0) await storeUnlessSaved(deps, to, named, { cues, isAutomatic: captions.is_automatic });
  }
}

/** Captions that somebody saved for the clip before it was made stay. */
async function storeUnlessSaved(...[deps, to, named, copy]: Parameters<typeof storeCaptions>): Promise<void> {
  const isSaved = new AppError("conflict", CAPTIONS_MESSAGES.changed);
  try {
    await storeCaptions(deps, to, named, {
      ...copy,
      admit: async (_tx, current) => {
        if (current.revision > 0) throw isSaved;
      },
    });
  } catch (error) {
    if (error !== isSaved) throw error;
  }
}
