import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ContentId } from "@app/contract/ids";
import {
  type ContentRow,
  findContent,
  isOwnPicture,
  placeThumbnail,
  runFolder,
} from "#modules/contents/contents.service.ts";
import {
  claimForRun,
  failProcessing,
  removeStaleFiles,
  StaleRunError,
  startRun,
  writeAsRun,
} from "#modules/contents/processing-run.service.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import { finishContent } from "./finish-content.service.ts";
import { makeExtras } from "./make-extras.service.ts";
import { choosePlan } from "./pipeline/choose-plan.ts";
import { MediaFault } from "./pipeline/media-fault.ts";
import { probeSource } from "./pipeline/probe.ts";
import type { SourceFacts } from "./pipeline/source-facts.ts";
import { takeFrames } from "./pipeline/stills.ts";
import type { Tools } from "./pipeline/tools.ts";
import { transcode } from "./pipeline/transcode.ts";
import type { Plan } from "./pipeline/transcode-args.ts";
import { openScratch, type Scratch } from "./scratch.service.ts";
import { keepOriginal, placeSource } from "./source-file.service.ts";

const FRAMES = 3;
/** The default thumbnail is the middle one of them. */
const MIDDLE_FRAME = 1;
const OUR_FAULT = "Something went wrong on our side while the video was processed. Please press Retry.";
const PROGRESS_EVERY_MS = 1_000;
/** The last per cents are for what comes after the ladder. */
const LADDER_PER_CENT = 97;

type Work = {
  content: ContentRow;
  folder: string;
  tools: Tools;
  signal: AbortSignal;
  /** Ends the work of a run that another one has replaced. */
  onStale(error: StaleRunError): void;
};
type Task = { content_id: ContentId; frame: number | null };

/**
 * Makes what is missing of an item's media. A first call does all of it; a call after a killed
 * worker begins the ladder anew below a new name, or makes only the extras when the ladder stands.
 * @param lease of the job; without one the caller knows that nobody else works on the item
 */
export async function processContentVideo(deps: Deps, task: Task, signal: AbortSignal, lease?: Lease): Promise<void> {
  const content = await claimForRun(deps, task.content_id, lease);
  if (!content) return;
  const scratch = await openScratch(deps.config.dataDir);
  const stale = new AbortController();
  try {
    const work: Work = {
      ...{ content, folder: scratch.folder, tools: deps.config },
      signal: AbortSignal.any([signal, stale.signal]),
      onStale: (error) => stale.abort(error),
    };
    const source = await readSource(deps, work, scratch);
    const made = content.state === "ready" ? content.run : null;
    const run = made ?? (await makeLadder(deps, work, source, task.frame));
    await makeExtras(deps, { ...work, run, source });
  } catch (error) {
    await endRun(deps, content, error);
  } finally {
    await scratch.remove();
  }
}

/** @throws whatever else than a fault of the file, and the loss of the item to another run, ended this one */
async function endRun(deps: Deps, content: ContentRow, error: unknown): Promise<void> {
  if (error instanceof MediaFault) {
    try {
      await writeAsRun(deps.sql, content, { state: "failed", fault: error.message, is_playable: false });
      deps.log.info({ content: content.id, fault: error.message }, "video refused");
      return;
    } catch (lost) {
      return endRun(deps, content, lost);
    }
  }
  if (!(error instanceof StaleRunError)) throw error;
  deps.log.warn({ content: content.id }, "a run ended: another one has taken its item up, or it is gone");
}

/** Every attempt failed through a fault of ours: the owner is not left to wait for ever. */
export async function giveUpVideo(deps: Pick<Deps, "sql">, { content_id }: { content_id: ContentId }): Promise<void> {
  // One whose ladder stands can be watched; it only lacks its extras.
  await failProcessing(deps.sql, content_id, OUR_FAULT);
}

async function readSource(deps: Deps, work: Work, scratch: Scratch): Promise<SourceFacts> {
  await placeSource(deps, work.content, scratch);
  return probeSource(work.tools, work.folder, work.signal);
}

async function makeLadder(deps: Deps, work: Work, source: SourceFacts, frame: number | null): Promise<string> {
  const { content } = work;
  const run = randomBytes(8).toString("hex");
  const before = content.run && `${runFolder(content.id, content.run)}/`;
  if (before) await deps.storage.removePrefix(before);
  const plan = await choosePlan(work.tools, source, work);
  const { lengthMs, widthPx, heightPx } = source;
  await startRun(deps.sql, content, { run, lengthMs, widthPx, heightPx });
  // Once more: a worker that was only thought dead may have stored something since.
  if (before) await deps.storage.removePrefix(before);
  try {
    await placeFrames(deps, work, { source, run, frame });
    await publishLadder(deps, work, { source, run, plan });
  } catch (error) {
    if (error instanceof StaleRunError || work.signal.aborted) await removeStaleFiles(deps, content.id, run);
    throw error;
  }
  return run;
}

async function publishLadder(
  deps: Deps,
  work: Work,
  { source, run, plan }: { source: SourceFacts; run: string; plan: Plan },
): Promise<void> {
  const { content } = work;
  const where = { folder: work.folder, prefix: `${runFolder(content.id, run)}/hls`, signal: work.signal };
  const original = keepOriginal(deps, content, work.folder);
  const progress = reportEvery(PROGRESS_EVERY_MS, async (part) => {
    try {
      await writeAsRun(deps.sql, content, { progress: Math.floor(part * LADDER_PER_CENT) });
    } catch (error) {
      // Another report that cannot be written is not worth failing for.
      if (error instanceof StaleRunError) work.onStale(error);
    }
  });
  const ladder = transcode({ tools: work.tools, storage: deps.storage }, source, plan, where, {
    onPlayable: async () => {
      await writeAsRun(deps.sql, content, { is_playable: true });
      deps.log.info({ content: content.id }, "video playable");
    },
    onProgress: progress.report,
  });
  // Whatever happens to the ladder: the next attempt must not meet an original that is still on its way.
  await Promise.allSettled([ladder, original]);
  await ladder;
  await original;
  // A report that is still on its way would say of a finished item that it is not.
  await progress.settled();
  await finishContent(deps, content, { run, renditions: plan.renditions });
}

async function placeFrames(
  deps: Deps,
  work: Work,
  { source, run, frame }: { source: SourceFacts; run: string; frame: number | null },
): Promise<void> {
  const folder = runFolder(work.content.id, run);
  const frames = (await findCheckedFrames(deps, work.content)) ?? (await takeFrames(work.tools, source, work));
  const keys = frames.map((_, at) => `${folder}/frame-${at}.webp`);
  for (const [at, key] of keys.entries()) {
    const picture = frames[at];
    if (picture) await deps.storage.put(key, picture, { contentType: "image/webp" });
  }
  // Read anew: its owner may have chosen since the run began.
  const content = (await findContent(deps.sql, work.content.id)) ?? work.content;
  const chosen = content.thumbnail_frame ?? frame ?? MIDDLE_FRAME;
  const [key, picture] = [keys[chosen], frames[chosen]];
  const thumbnail = key && picture && !isOwnPicture(content) ? await placeThumbnail(deps, key, picture) : {};
  await writeAsRun(deps.sql, work.content, { frame_keys: keys, ...thumbnail });
}

/** The frames that were taken when the upload was looked at; null when not all of them are there. */
async function findCheckedFrames(deps: Pick<Deps, "storage">, content: ContentRow): Promise<Buffer[] | null> {
  const frames: Buffer[] = [];
  for (let at = 0; content.upload_id !== null && at < FRAMES; at++) {
    const stored = await deps.storage.read(`uploads/${content.upload_id}/frame-${at}.webp`);
    if (stored) frames.push(await buffer(stored));
  }
  return frames.length === FRAMES ? frames : null;
}

/** Passes on at most one report in `everyMs`, one after the other. */
function reportEvery(
  everyMs: number,
  report: (part: number) => Promise<void>,
): { report(part: number): void; settled(): Promise<unknown> } {
  let nextMs = 0;
  let underWay: Promise<unknown> = Promise.resolve();
  return {
    report(part) {
      if (Date.now() < nextMs) return;
      nextMs = Date.now() + everyMs;
      underWay = underWay.then(() => report(part));
    },
    settled: () => underWay,
  };
}
