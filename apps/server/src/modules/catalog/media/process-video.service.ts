import { randomBytes } from "node:crypto";
import type { ContentId } from "@app/contract/ids";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import type { MediaProgress } from "#modules/catalog/contents/contents-media.sql.ts";
import { createScratch, type Scratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import { finishRun } from "./finish-run.service.ts";
import { makeExtras, storeFrames } from "./make-extras.service.ts";
import {
  claimMedia,
  endRun,
  endUnclaimed,
  type MediaRecord,
  removeStaleFiles,
  reportMade,
  StaleRunError,
  startRun,
  writeAsRun,
  writeItemAsRun,
} from "./media-run.service.ts";
import { type Copying, choosePlan } from "./pipeline/choose-plan.ts";
import { describeLoss } from "./pipeline/damage.ts";
import { probeSource } from "./pipeline/probe.ts";
import type { SourceFacts } from "./pipeline/source-facts.ts";
import type { Tools } from "./pipeline/tools.ts";
import { DamagedCopyError, transcode } from "./pipeline/transcode.ts";
import type { Plan } from "./pipeline/transcode-args.ts";
import { placeSource, storeOriginal } from "./source-file.service.ts";

const PROGRESS_EVERY_MS = 1_000;
/** The last few percent are for the work after the ladder. */
const LADDER_PER_CENT = 97;

type Work = {
  media: MediaRecord;
  folder: string;
  tools: Tools;
  copying: Copying;
  /** Aborted when the worker stops or the run becomes stale. */
  signal: AbortSignal;
  onStale(error: StaleRunError): void;
};
type Task = { content_id: ContentId; frame: number | null };

/**
 * Makes whatever a video still lacks, whether an item or an upload that is not published yet. The first call makes
 * everything. After a killed worker, a call starts the ladder again in a new folder, or makes only the extras if the
 * ladder is complete.
 * @param lease of the job; omit it only if nobody else can be working on the video
 */
export async function processContentVideo(deps: Deps, task: Task, signal: AbortSignal, lease?: Lease): Promise<void> {
  let copying: Copying | null = "all";
  while (copying !== null) copying = await makeMissing(deps, task, { signal, lease, copying });
}

type Attempt = { signal: AbortSignal; lease: Lease | undefined; copying: Copying };

/** @returns what the next attempt may copy, if a copy turned out to be damaged; null if none is needed */
async function makeMissing(deps: Deps, task: Task, { signal, lease, copying }: Attempt): Promise<Copying | null> {
  const media = await claimMedia(deps.sql, task.content_id, lease);
  if (!media) {
    await endUnclaimed(deps, task.content_id);
    return null;
  }
  const scratch = await createScratch(deps.config.dataDir);
  const stale = new AbortController();
  try {
    if (task.frame !== null && media.is_published && media.thumbnail_frame === null)
      await writeItemAsRun(deps.sql, media, { thumbnail_frame: task.frame });
    const work: Work = {
      media,
      folder: scratch.folder,
      tools: deps.config,
      copying,
      signal: AbortSignal.any([signal, stale.signal]),
      onStale: (error) => stale.abort(error),
    };
    const source = await readSource(deps, work, scratch);
    const made = media.state === "ready" ? media.run : null;
    const run = made ?? (await makeLadder(deps, work, source));
    await makeExtras(deps, { ...work, run, source });
    await reportMade(deps, media);
  } catch (error) {
    if (error instanceof DamagedCopyError) {
      deps.log.info({ err: error, content: task.content_id }, "the ladder begins again and copies less");
      return error.track === "sound" ? "picture" : "nothing";
    }
    await endRun(deps, media, error);
  } finally {
    await scratch.remove();
  }
  return null;
}

async function readSource(deps: Deps, work: Work, scratch: Scratch): Promise<SourceFacts> {
  await placeSource(deps, work.media, scratch);
  return work.media.source ?? probeSource(work.tools, work.folder, work.signal);
}

async function makeLadder(deps: Deps, work: Work, source: SourceFacts): Promise<string> {
  const { media } = work;
  const run = randomBytes(8).toString("hex");
  const before = media.run && `${runFolder(media.id, media.run)}/`;
  if (before) await deps.storage.removePrefix(before);
  const plan = await choosePlan(work.tools, source, work);
  const { lengthMs, widthPx, heightPx } = source;
  await startRun(deps.sql, media, { run, lengthMs, widthPx, heightPx, warning: describeLoss(source) });
  // A second time, because a worker believed to be dead may have stored files since.
  if (before) await deps.storage.removePrefix(before);
  try {
    await publishLadder(deps, work, { source, run, plan });
  } catch (error) {
    // Nobody needs the files of a stale run, however it ended.
    await removeStaleFiles(deps, media.id, run).catch((fault: unknown) =>
      deps.log.warn({ err: fault, content: media.id }, "could not remove the files of an ended run"),
    );
    throw error;
  }
  return run;
}

type Ladder = { source: SourceFacts; run: string; plan: Plan };

async function publishLadder(deps: Deps, work: Work, { source, run, plan }: Ladder): Promise<void> {
  const { media } = work;
  const where = { folder: work.folder, prefix: `${runFolder(media.id, run)}/hls`, signal: work.signal };
  // An unpublished upload keeps its file, so that its client can still ask for the upload offset.
  const original = media.is_published ? storeOriginal(deps, media, work.folder) : Promise.resolve();
  const write = async (changes: MediaProgress) => {
    try {
      await writeAsRun(deps.sql, media, changes);
    } catch (error) {
      if (error instanceof StaleRunError) work.onStale(error);
      throw error;
    }
  };
  const progress = reportEvery(PROGRESS_EVERY_MS, (part) =>
    // A progress report that cannot be written is not worth failing for.
    write({ progress: Math.floor(part * LADDER_PER_CENT) }).catch(() => undefined),
  );
  let frames = Promise.resolve();
  const ladder = transcode({ tools: work.tools, storage: deps.storage }, { source, plan }, where, {
    onPlayable: async () => {
      await write({ is_playable: true });
      deps.log.info({ content: media.id }, "video playable");
      // Not earlier: viewers wait for the first segments, but not for the frames.
      frames = storeFrames(deps, { ...work, run, source });
      frames.catch(() => undefined);
    },
    onProgress: progress.report,
  });
  // Wait for both even on failure, so the next attempt does not run into leftover work.
  await Promise.allSettled([ladder, original]);
  await Promise.allSettled([frames]);
  const warning = await ladder;
  await Promise.all([original, frames]);
  // A late report would set a finished video back to unfinished.
  await progress.settled();
  const renditions = plan.renditions.map(({ widthPx, heightPx, videoKbps, isCopied }) => ({
    widthPx,
    heightPx,
    videoKbps,
    isCopied,
  }));
  await finishRun(deps, media, work.folder, { run, renditions, warning });
}

/** Forwards at most one report per `everyMs`, one at a time. */
function reportEvery(
  everyMs: number,
  report: (part: number) => Promise<void>,
): { report(part: number): void; settled(): Promise<unknown> } {
  let nextMs = 0;
  let pending: Promise<unknown> = Promise.resolve();
  return {
    report(part) {
      if (Date.now() < nextMs) return;
      nextMs = Date.now() + everyMs;
      pending = pending.then(() => report(part));
    },
    settled: () => pending,
  };
}
