import { randomBytes } from "node:crypto";
import type { ContentId } from "@app/contract/ids";
import { findItemOfRun, hasContent, runFolder, setMediaState } from "#modules/contents/contents.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { finishContent } from "./finish-content.service.ts";
import { makeExtras } from "./make-extras.service.ts";
import {
  beginRun,
  failMedia,
  findMedia,
  type MediaRecord,
  type Run,
  RunEnded,
  writeMedia,
} from "./media-record.service.ts";
import { choosePlan } from "./pipeline/choose-plan.ts";
import { describeLoss } from "./pipeline/damage.ts";
import { MediaFault } from "./pipeline/media-fault.ts";
import { probeSource } from "./pipeline/probe.ts";
import type { SourceFacts } from "./pipeline/source-facts.ts";
import type { Tools } from "./pipeline/tools.ts";
import { transcode } from "./pipeline/transcode.ts";
import type { Plan } from "./pipeline/transcode-args.ts";
import { placeFrames } from "./place-frames.service.ts";
import { openScratch, type Scratch } from "./scratch.service.ts";
import { keepOriginal, placeSource } from "./source-file.service.ts";
import { updateUnpublished } from "./unpublished-media.sql.ts";

const PROGRESS_EVERY_MS = 1_000;
/** The last per cents are for what comes after the ladder. */
const LADDER_PER_CENT = 97;

type Work = {
  media: MediaRecord;
  folder: string;
  tools: Tools;
  /** Stops the programs: the worker ends, or nobody is there any more for whom they work. */
  signal: AbortSignal;
  end(reason: RunEnded): void;
};

/**
 * Makes what is missing of a video, of an item or of an upload that nobody published yet. A first call does all of it;
 * a call after a killed worker begins the ladder anew below a new name, or makes only the extras when the ladder stands.
 */
export async function processContentVideo(
  deps: Deps,
  { content_id: contentId, frame }: { content_id: ContentId; frame: number | null },
  signal: AbortSignal,
): Promise<void> {
  if (frame !== null) await setMediaState(deps.sql, contentId, { thumbnail_frame: frame });
  const media = await findMedia(deps.sql, contentId);
  if (!media) return removeOrphans(deps, contentId, null);
  if (media.state === "failed" || (media.has_storyboard && media.has_preview)) return;
  const scratch = await openScratch(deps.config.dataDir);
  const ended = new AbortController();
  try {
    const work: Work = {
      media,
      folder: scratch.folder,
      tools: deps.config,
      signal: AbortSignal.any([signal, ended.signal]),
      end: (reason) => ended.abort(reason),
    };
    const source = await readSource(deps, work, scratch);
    const run = media.state === "ready" && media.run ? media.run : await makeLadder(deps, work, source);
    await makeExtras(deps, { ...work, run: { contentId, run }, source });
  } catch (error) {
    if (error instanceof RunEnded) return removeOrphans(deps, contentId, error.run);
    if (!(error instanceof MediaFault)) throw error;
    await failMedia(deps.sql, contentId, error.message);
    deps.log.info({ content: contentId, fault: error.message }, "video refused");
  } finally {
    await scratch.remove();
  }
}

/** Of an upload that was deleted nothing stays; of an item, whatever another run makes. */
async function removeOrphans(
  deps: Pick<Deps, "sql" | "storage">,
  contentId: ContentId,
  run: string | null,
): Promise<void> {
  const isGone = !(await findMedia(deps.sql, contentId)) && !(await hasContent(deps.sql, contentId));
  if (isGone) await deps.storage.removePrefix(`contents/${contentId}/`);
  else if (run !== null) await deps.storage.removePrefix(`${runFolder(contentId, run)}/`);
}

async function readSource(deps: Deps, work: Work, scratch: Scratch): Promise<SourceFacts> {
  await placeSource(deps, work.media, scratch);
  return probeSource(work.tools, work.folder, work.signal);
}

async function makeLadder(deps: Deps, work: Work, source: SourceFacts): Promise<string> {
  const { media } = work;
  const run: Run = { contentId: media.id, run: randomBytes(8).toString("hex") };
  if (media.run) await deps.storage.removePrefix(`${runFolder(media.id, media.run)}/`);
  const plan = await choosePlan(work.tools, source, work);
  await beginRun(deps.sql, media.id, {
    ...{ run: run.run, before: media.run },
    ...{ lengthMs: source.lengthMs, widthPx: source.widthPx, heightPx: source.heightPx },
    warning: describeLoss(source),
  });
  const where = { folder: work.folder, prefix: `${runFolder(media.id, run.run)}/hls`, signal: work.signal };
  // Before it is published its file stays among the uploads, for a client that asks what has arrived of it.
  const original = media.is_published ? keepOriginal(deps, media, work.folder) : Promise.resolve();
  const write = async (changes: Parameters<typeof writeMedia>[2]) => {
    await writeMedia(deps.sql, run, changes).catch((error: unknown) => {
      if (error instanceof RunEnded) work.end(error);
      throw error;
    });
  };
  const progress = reportEvery(PROGRESS_EVERY_MS, (part) => write({ progress: Math.floor(part * LADDER_PER_CENT) }));
  let frames = Promise.resolve();
  const ladder = transcode({ tools: work.tools, storage: deps.storage }, source, plan, where, {
    onPlayable: async () => {
      await write({ is_playable: true });
      deps.log.info({ content: media.id }, "video playable");
      // Not before: its pictures can wait, and whoever waits to watch cannot.
      frames = placeFrames(deps, run, { ...work, uploadId: media.upload_id, source });
      frames.catch(() => undefined);
    },
    onProgress: progress.report,
  });
  // Whatever happens to one of them: a next attempt must not meet what is still on its way.
  await Promise.allSettled([ladder, original]);
  await Promise.allSettled([frames]);
  const warning = await ladder;
  await Promise.all([original, frames]);
  // A report that is still on its way would say of a finished item that it is not.
  await progress.settled();
  await finishLadder(deps, work, run, { plan, warning });
  return run.run;
}

/** Of an upload it is written down for whoever publishes it; of an item everybody may know. @throws RunEnded */
async function finishLadder(
  deps: Deps,
  work: Work,
  run: Run,
  { plan, warning }: { plan: Plan; warning: string | null },
): Promise<void> {
  const renditions = plan.renditions.map(({ widthPx, heightPx, videoKbps, isCopied }) => ({
    ...{ widthPx, heightPx, videoKbps, isCopied },
  }));
  const made = { state: "ready", fault: null, progress: 100, is_playable: true, warning } as const;
  if (await updateUnpublished(deps.sql, run, { ...made, renditions: JSON.stringify(renditions) })) return;
  const item = await findItemOfRun(deps.sql, run);
  if (!item) throw new RunEnded(run.run);
  // Published while its ladder was made.
  await keepOriginal(deps, item, work.folder);
  await inTransaction(deps.sql, (tx) =>
    finishContent(tx, { contentId: item.id, channelId: item.channel_id, run: run.run, renditions, warning }),
  );
}

/** Passes on at most one report in `everyMs`, one after the other; one that cannot be written is not worth failing for. */
function reportEvery(
  everyMs: number,
  report: (part: number) => Promise<unknown>,
): { report(part: number): void; settled(): Promise<unknown> } {
  let nextMs = 0;
  let underWay: Promise<unknown> = Promise.resolve();
  return {
    report(part) {
      if (Date.now() < nextMs) return;
      nextMs = Date.now() + everyMs;
      underWay = underWay.then(() => report(part)).catch(() => undefined);
    },
    settled: () => underWay,
  };
}
