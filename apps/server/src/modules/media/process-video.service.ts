import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ContentId } from "@app/contract/ids";
import {
  type ContentRow,
  findContent,
  isOwnPicture,
  placeThumbnail,
  runFolder,
  setMediaState,
  startRun,
  writeRenditions,
} from "#modules/contents/contents.service.ts";
import type { Deps } from "#platform/deps.ts";
import { finishContent } from "./finish-content.service.ts";
import { makeExtras } from "./make-extras.service.ts";
import { choosePlan } from "./pipeline/choose-plan.ts";
import { MediaFault } from "./pipeline/media-fault.ts";
import { probeSource } from "./pipeline/probe.ts";
import type { SourceFacts } from "./pipeline/source-facts.ts";
import { takeFrames } from "./pipeline/stills.ts";
import type { Tools } from "./pipeline/tools.ts";
import { transcode } from "./pipeline/transcode.ts";
import { openScratch, type Scratch } from "./scratch.service.ts";
import { keepOriginal, placeSource } from "./source-file.service.ts";

const FRAMES = 3;
/** The default thumbnail is the middle one of them. */
const MIDDLE_FRAME = 1;
const OUR_FAULT = "Something went wrong on our side while the video was processed. Please press Retry.";
const PROGRESS_EVERY_MS = 1_000;
/** The last per cents are for what comes after the ladder. */
const LADDER_PER_CENT = 97;

type Work = { content: ContentRow; folder: string; tools: Tools; signal: AbortSignal };

/**
 * Makes what is missing of an item's media. A first call does all of it; a call after a killed
 * worker begins the ladder anew below a new name, or makes only the extras when the ladder stands.
 */
export async function processContentVideo(
  deps: Deps,
  { content_id, frame }: { content_id: ContentId; frame: number | null },
  signal: AbortSignal,
): Promise<void> {
  const content = await findContent(deps.sql, content_id);
  if (!content || content.state === "failed" || (content.has_storyboard && content.has_preview)) return;
  const scratch = await openScratch(deps.config.dataDir);
  try {
    const work = { content, folder: scratch.folder, tools: deps.config, signal };
    const source = await readSource(deps, work, scratch);
    const run = content.state === "ready" && content.run ? content.run : await makeLadder(deps, work, source, frame);
    await makeExtras(deps, { ...work, run, source });
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    await setMediaState(deps.sql, content_id, { state: "failed", fault: error.message, is_playable: false });
    deps.log.info({ content: content_id, fault: error.message }, "video refused");
  } finally {
    await scratch.remove();
  }
}

/** Every try failed through a fault of ours: the owner is not left to wait for ever. */
export async function giveUpVideo(deps: Pick<Deps, "sql">, { content_id }: { content_id: ContentId }): Promise<void> {
  const content = await findContent(deps.sql, content_id);
  // One whose ladder stands can be watched; it only lacks its extras.
  if (content?.state !== "processing") return;
  await setMediaState(deps.sql, content_id, { state: "failed", fault: OUR_FAULT, is_playable: false });
}

async function readSource(deps: Deps, work: Work, scratch: Scratch): Promise<SourceFacts> {
  await placeSource(deps, work.content, scratch);
  return probeSource(work.tools, work.folder, work.signal);
}

async function makeLadder(deps: Deps, work: Work, source: SourceFacts, frame: number | null): Promise<string> {
  const { content } = work;
  const run = randomBytes(8).toString("hex");
  if (content.run) await deps.storage.removePrefix(`${runFolder(content.id, content.run)}/`);
  const plan = await choosePlan(work.tools, source, work);
  await startRun(deps.sql, content.id, {
    run,
    lengthMs: source.lengthMs,
    widthPx: source.widthPx,
    heightPx: source.heightPx,
  });
  await placeFrames(deps, work, { source, run, frame });
  const where = { folder: work.folder, prefix: `${runFolder(content.id, run)}/hls`, signal: work.signal };
  const original = keepOriginal(deps, content, work.folder);
  const progress = reportEvery(PROGRESS_EVERY_MS, (part) =>
    setMediaState(deps.sql, content.id, { progress: Math.floor(part * LADDER_PER_CENT) }),
  );
  const ladder = transcode({ tools: work.tools, storage: deps.storage }, source, plan, where, {
    onPlayable: async () => {
      await setMediaState(deps.sql, content.id, { is_playable: true });
      deps.log.info({ content: content.id }, "video playable");
    },
    onProgress: progress.report,
  });
  // Whatever happens to the ladder: a next try must not meet an original that is still on its way.
  await Promise.allSettled([ladder, original]);
  await ladder;
  await writeRenditions(deps.sql, content.id, run, plan.renditions);
  await original;
  // A report that is still on its way would say of a finished item that it is not.
  await progress.settled();
  await finishContent(deps, content);
  return run;
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
  const chosen = frame ?? MIDDLE_FRAME;
  const [key, picture] = [keys[chosen], frames[chosen]];
  const thumbnail = key && picture && !isOwnPicture(work.content) ? await placeThumbnail(deps, key, picture) : {};
  await setMediaState(deps.sql, work.content.id, { frame_keys: keys, ...thumbnail });
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
