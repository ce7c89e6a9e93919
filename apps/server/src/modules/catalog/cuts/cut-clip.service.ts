import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { CUT_MESSAGES } from "@app/contract/cuts";
import type { ContentId } from "@app/contract/ids";
import { copyCaptions } from "#modules/catalog/captions/trim-captions.service.ts";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import { type ContentRow, selectContent } from "#modules/catalog/contents/contents.sql.ts";
import { makeExtras, storeFrames } from "#modules/catalog/media/make-extras.service.ts";
import {
  claimMedia,
  endRun,
  finishContent,
  type MediaRecord,
  removeStaleFiles,
  removeUnclaimedFiles,
  startRun,
  writeItemAsRun,
} from "#modules/catalog/media/media-run.service.ts";
import { probeSource } from "#modules/catalog/media/pipeline/probe.ts";
import { MediaFault, type SourceFacts } from "#modules/catalog/media/pipeline/source-facts.ts";
import { placeSource, storeOriginal } from "#modules/catalog/media/source-file.service.ts";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { createScratch, type Scratch } from "#platform/data-folder.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import { storeCut } from "./cut-ladder.service.ts";
import { selectClip, selectRenditions, selectTrim, setClipPart } from "./cuts.sql.ts";

type Work = { media: MediaRecord; folder: string; tools: Deps["config"]; signal: AbortSignal };

/** Makes the files of a clip out of those of its source. Afterwards the clip no longer needs its source. */
export async function cutClip(deps: Deps, id: ContentId, signal: AbortSignal, lease?: Lease): Promise<void> {
  const media = await claimMedia(deps.sql, id, lease);
  if (!media) return removeUnclaimedFiles(deps, id);
  const scratch = await createScratch(deps.config.dataDir);
  try {
    const work = { media, folder: scratch.folder, tools: deps.config, signal };
    const made = await (media.state === "ready" ? readMadeCut(work, deps, scratch) : makeCut(deps, work));
    await makeExtras(deps, { ...work, ...made });
  } catch (error) {
    await endRun(deps, media, error);
  } finally {
    await scratch.remove();
  }
}

/** After a worker was killed between the ladder and the extras. */
async function readMadeCut({ media, ...work }: Work, deps: Deps, scratch: Scratch) {
  await placeSource(deps, media, scratch);
  return { run: media.run ?? "", source: await probeSource(work.tools, work.folder, work.signal) };
}

/** @throws MediaFault the clip, its source or the file of that is gone, or the source is hidden */
async function requireSource(deps: Pick<Deps, "sql">, id: Work["media"]["id"]) {
  const clip = await selectClip(deps.sql, id);
  const from = clip?.source_id ? await selectContent(deps.sql, clip.source_id) : null;
  const item = await selectContent(deps.sql, id);
  if (!clip || !item || from?.state !== "ready" || from.run === null) throw new MediaFault(CUT_MESSAGES.gone);
  requireVisible(from);
  const trim = await selectTrim(deps.sql, from.id);
  // A clip may show what a trim leaves out.
  return { clip, item, from, fromRun: trim?.whole?.run ?? from.run };
}

/** Since the cut began, staff may have hidden the source, or another file may have taken its place. @throws MediaFault */
async function requireSameSource(tx: Tx, id: string, sourceId: string): Promise<void> {
  requireVisible(await selectContent(tx, sourceId));
  const clip = await selectClip(tx, id);
  if (clip?.source_id !== sourceId) throw new MediaFault(CUT_MESSAGES.gone);
}

/** @throws MediaFault */
function requireVisible(source: ContentRow | null): void {
  if (source?.hidden_at) throw new MediaFault(CUT_MESSAGES.hidden);
}

async function makeCut(deps: Deps, work: Work): Promise<{ run: string; source: SourceFacts }> {
  const { media } = work;
  const run = randomBytes(8).toString("hex");
  try {
    return { run, source: await makeFiles(deps, work, run) };
  } catch (error) {
    // Nobody needs the files of a stale run, however it ended.
    await removeStaleFiles(deps, media.id, run);
    throw error;
  }
}

async function makeFiles(deps: Deps, work: Work, run: string): Promise<SourceFacts> {
  const { media } = work;
  const { clip, item, from, fromRun } = await requireSource(deps, media.id);
  const to = { id: media.id, run };
  if (media.run) await deps.storage.removePrefix(`${runFolder(media.id, media.run)}/`);
  await startRun(deps.sql, media, { run, lengthMs: null, widthPx: null, heightPx: null, warning: null });
  const wanted = { part: { fromMs: clip.from_ms, toMs: clip.to_ms }, snap: "before" as const };
  const part = await storeCut(deps, work, { from: { id: from.id, run: fromRun }, to }, wanted);
  const source = await probeSource(work.tools, work.folder, work.signal);
  await storeFile(deps, work, item);
  await storeFrames(deps, { ...work, run, source });
  await copyCaptions(deps, { from: from.id, to: item }, part);
  const renditions = await selectRenditions(deps.sql, { id: from.id, run: fromRun });
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [item.channel_id]);
    await requireSameSource(tx, media.id, from.id);
    const { lengthMs, widthPx, heightPx } = source;
    await writeItemAsRun(tx, media, { length_ms: lengthMs, width_px: widthPx, height_px: heightPx });
    await setClipPart(tx, media.id, part);
    await finishContent(deps, tx, media, { channelId: item.channel_id, run, renditions, warning: null });
  });
  return source;
}

/** The clip as one file is its original: the owner downloads it, and it counts as the clip's storage. */
async function storeFile(deps: Deps, { media, folder }: Work, { title }: ContentRow): Promise<void> {
  const { size } = await stat(path.join(folder, SOURCE_NAME));
  await storeOriginal(deps, media, folder);
  await writeItemAsRun(deps.sql, media, { original_bytes: size, original_name: `${toFileName(title)}.mp4` });
}

/** No folders and no control characters. */
function toFileName(title: string): string {
  return title.replace(/[\p{C}/\\:*?"<>|]/gu, " ").trim() || "clip";
}
