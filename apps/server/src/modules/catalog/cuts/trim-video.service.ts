import { randomBytes } from "node:crypto";
import { CAPTIONS_MESSAGES } from "@app/contract/captions";
import { CUT_MESSAGES, CUT_MIN_S } from "@app/contract/cuts";
import type { ContentId } from "@app/contract/ids";
import {
  applyRetimed,
  prepareRetimed,
  prepareUntrimmed,
  withRetimed,
} from "#modules/catalog/captions/trim-captions.service.ts";
import { isOwnPicture } from "#modules/catalog/contents/contents.presenter.ts";
import { type ContentRow, selectContent } from "#modules/catalog/contents/contents.sql.ts";
import {
  type LockedContent,
  lockContent,
  revokeMediaUrls,
  updateMediaColumns,
  writeRenditions,
} from "#modules/catalog/contents/contents-media.sql.ts";
import { thumbnailOfFrame } from "#modules/catalog/contents/pictures.service.ts";
import { drawExtras, putFrames } from "#modules/catalog/media/make-extras.service.ts";
import { removeStaleFiles } from "#modules/catalog/media/media-run.service.ts";
import type { Part } from "#modules/catalog/media/pipeline/cut.ts";
import { takeFrames } from "#modules/catalog/media/pipeline/extras.ts";
import { probeSource } from "#modules/catalog/media/pipeline/probe.ts";
import { MediaFault } from "#modules/catalog/media/pipeline/source-facts.ts";
import { queuePurge, REPLACED_KEPT_S } from "#modules/catalog/media/purge-run.jobs.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { createScratch } from "#platform/data-folder.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { storeCut } from "./cut-ladder.service.ts";
import {
  deleteTrim,
  failTrim,
  finishTrim,
  partOf,
  selectRenditions,
  selectTrim,
  setCuttingRun,
  type TrimRow,
  type WholeVideo,
} from "./cuts.sql.ts";

type Request = { content_id: ContentId; token: string };
type TrimDeps = Pick<Deps, "sql" | "storage" | "config" | "events" | "log">;

/** What takes the place of an item's shown run. */
type ShownRun = WholeVideo & { part: Part };

/**
 * Makes the run that viewers of a trimmed video see, and replaces the previous one. Safe to run twice: each run has a
 * folder of its own, and the first to finish ends the request.
 */
export async function trimVideo(
  deps: TrimDeps,
  { content_id: id, token }: Request,
  signal: AbortSignal,
): Promise<void> {
  const trim = await selectTrim(deps.sql, id);
  const item = await selectContent(deps.sql, id);
  if (!item || !trim || trim.token !== token || trim.wanted_from_ms === null || trim.wanted_to_ms === null) return;
  const whole = trim.whole ?? toWhole(item);
  const run = randomBytes(8).toString("hex");
  const scratch = await createScratch(deps.config.dataDir);
  try {
    // Left over from a worker that was killed.
    if (trim.cutting_run !== null) await removeStaleFiles(deps, id, trim.cutting_run);
    await setCuttingRun(deps.sql, { contentId: id, token }, run);
    const where = { folder: scratch.folder, tools: deps.config, signal };
    const wanted = { part: { fromMs: trim.wanted_from_ms, toMs: trim.wanted_to_ms }, snap: "after" as const };
    const part = await storeCut(deps, where, { from: { id, run: whole.run }, to: { id, run } }, wanted);
    if (part.toMs - part.fromMs < CUT_MIN_S * 1000) throw new MediaFault(CUT_MESSAGES.noStart);
    const source = await probeSource(deps.config, scratch.folder, signal);
    const frame_keys = await putFrames(deps, { id, run }, await takeFrames(deps.config, source, where));
    await drawExtras(deps, { ...where, media: { id }, run, source });
    const { lengthMs: length_ms, widthPx: width_px, heightPx: height_px } = source;
    await showPart(deps, { item, trim, whole }, { run, length_ms, width_px, height_px, frame_keys, part });
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    await failRequest(deps, { content_id: id, token }, error.message);
  } finally {
    await scratch.remove();
    await removeStaleFiles(deps, id, run).catch((fault: unknown) =>
      deps.log.warn({ err: fault, content: id }, "could not remove the files of an ended trim"),
    );
  }
}

export async function failRequest(
  deps: Pick<Deps, "sql" | "events">,
  { content_id, token }: Request,
  fault: string = CUT_MESSAGES.ourFault,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if (await failTrim(tx, { contentId: content_id, token }, fault))
      await deps.events.publish(tx, "content.file_changed", { content_id, change: "trim_failed" });
  });
}

function toWhole({ run, length_ms, width_px, height_px, frame_keys }: ContentRow): WholeVideo {
  if (run === null || length_ms === null) throw new Error("trim: the video is not ready");
  return { run, length_ms, width_px, height_px, frame_keys };
}

/**
 * Does nothing if another request came meanwhile.
 * @throws Error the video or its captions changed meanwhile, and the trim has to be made again
 */
async function showPart(
  deps: TrimDeps,
  { item, trim, whole }: { item: ContentRow; trim: TrimRow; whole: WholeVideo },
  { part, ...shown }: ShownRun,
): Promise<void> {
  const retimed = await prepareRetimed(deps, item.id, { before: partOf(trim), after: part });
  const work = async (tx: Tx) => {
    const current = await lockShown(tx, item);
    if (!(await finishTrim(tx, { contentId: item.id, token: trim.token }, { part, whole }))) return false;
    if (!current) throw new Error("trim: the shown video changed meanwhile");
    if (!(await applyRetimed(tx, item.id, retimed))) throw new AppError("conflict", CAPTIONS_MESSAGES.changed);
    const renditions = await selectRenditions(tx, { id: item.id, run: whole.run });
    await writeRenditions(tx, item.id, shown.run, renditions);
    const showsSame = isSame(part, partOf(trim));
    const shiftMs = (trim.from_ms ?? 0) - part.fromMs;
    await showRun(deps, tx, current, { run: shown, shiftMs: showsSame ? null : shiftMs, kept: whole.run });
    if (showsSame) return true;
    // Nobody may fetch what was cut away any more, even with its URL.
    await revokeMediaUrls(tx, item.id);
    await deps.events.publish(tx, "content.file_changed", { content_id: item.id, change: "trimmed" });
    return true;
  };
  if (await withRetimed(deps, item.id, retimed, work)) deps.log.info({ content: item.id }, "video trimmed");
}

/** As after the video was processed again. */
function isSame(part: Part, before: Part | null): boolean {
  return part.fromMs === before?.fromMs && part.toMs === before.toMs;
}

/**
 * Shows the whole video again. A request that is being worked on has no effect any more.
 * @returns false if nobody trimmed the video, or if the item changed meanwhile
 * @throws AppError `conflict` captions were saved at the same moment
 */
export async function showWhole(
  deps: Omit<TrimDeps, "config">,
  item: ContentRow,
  onApplied?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const retimed = await prepareUntrimmed(deps, item.id, await selectTrim(deps.sql, item.id));
  const work = async (tx: Tx) => {
    const current = await lockShown(tx, item);
    if (!current) return false;
    const trim = await deleteTrim(tx, item.id);
    if (!trim?.whole) return false;
    if (!(await applyRetimed(tx, item.id, retimed))) throw new AppError("conflict", CAPTIONS_MESSAGES.changed);
    await showRun(deps, tx, current, { run: trim.whole, shiftMs: trim.from_ms ?? 0, kept: null });
    await onApplied?.(tx);
    return true;
  };
  return withRetimed(deps, item.id, retimed, work);
}

/** Locks the item. @returns it as it is now; null if it shows another run by now */
async function lockShown(tx: Tx, item: ContentRow): Promise<LockedContent | null> {
  await lockChannels(tx, [item.channel_id]);
  const current = await lockContent(tx, item.id);
  return current?.run === item.run ? current : null;
}

/**
 * @param of.shiftMs null: it shows the same as before, so whoever is watching may go on with the run that they see
 * @param of.kept a run that stays although viewers no longer see it
 */
async function showRun(
  deps: Pick<Deps, "events">,
  tx: Tx,
  item: LockedContent,
  { run, shiftMs, kept }: { run: WholeVideo; shiftMs: number | null; kept: string | null },
): Promise<void> {
  const thumbnail = isOwnPicture(item) ? null : thumbnailOfFrame(run.frame_keys, item.thumbnail_frame);
  const timeline_run = shiftMs === null ? item.timeline_run : null;
  await updateMediaColumns(tx, item.id, {
    ...run,
    timeline_run,
    ...thumbnail,
    has_preview: true,
    has_storyboard: true,
  });
  if (shiftMs !== null) await deps.events.publish(tx, "content.retimed", { content_id: item.id, shift_ms: shiftMs });
  if (item.run !== null && item.run !== kept)
    await queuePurge(tx, { id: item.id, run: item.run }, { afterS: shiftMs === null ? REPLACED_KEPT_S : 0 });
}
