import path from "node:path";
import { selectContent } from "#modules/catalog/contents/contents.sql.ts";
import type { Claim } from "#modules/catalog/contents/contents-media.sql.ts";
import { createScratch, type Scratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { removeUnclaimedFiles, writeItemAsRun } from "./media-run.service.ts";
import { cutBeginning, takeFrames } from "./pipeline/extras.ts";
import { probeSource } from "./pipeline/probe.ts";
import { FILE_IS_GONE, MediaFault, type SourceFacts } from "./pipeline/source-facts.ts";
import { SOURCE_NAME } from "./source-name.ts";

type SourceDeps = Pick<Deps, "sql" | "storage" | "uploads">;
type SourceRow = { original_key: string | null; upload_id: string | null };

function originalKey(contentId: string): string {
  return `contents/${contentId}/original`;
}

/** Copies the video's file to the scratch folder, from its original or its upload. @throws MediaFault if it is gone */
export async function placeSource(deps: SourceDeps, content: SourceRow, scratch: Scratch): Promise<void> {
  const target = path.join(scratch.folder, SOURCE_NAME);
  if (content.original_key !== null) {
    if (await deps.storage.readToFile(content.original_key, target)) return;
  } else if (content.upload_id !== null) {
    if (await deps.uploads.copyTo(content.upload_id, target)) return;
  }
  throw new MediaFault(FILE_IS_GONE);
}

/**
 * Moves an item's file from the uploads to the originals. Does nothing if that is already done.
 * @throws StaleRunError
 */
export async function storeOriginal(deps: SourceDeps, content: Claim & SourceRow, folder: string): Promise<void> {
  if (content.original_key !== null) return;
  const key = originalKey(content.id);
  await deps.storage.putFile(key, path.join(folder, SOURCE_NAME), { contentType: "application/octet-stream" });
  await writeItemAsRun(deps.sql, content, { original_key: key });
  if (content.upload_id !== null) await deps.uploads.remove(content.upload_id);
}

/**
 * Does the same for an item whose ladder was complete before it was published.
 * @throws StaleRunError if a run has claimed the item meanwhile; the job is retried
 */
export async function storeOriginalOf(deps: SourceDeps & Pick<Deps, "config">, contentId: string): Promise<void> {
  const content = await selectContent(deps.sql, contentId);
  if (!content || content.original_key !== null) return;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    await placeSource(deps, content, scratch);
    await storeOriginal(deps, content, scratch.folder);
  } finally {
    await scratch.remove();
    await removeUnclaimedFiles(deps, contentId);
  }
}

const BEGINNING = "beginning.mp4";

/** Copies a file to the given path. Resolves to false if it does not exist. */
export type Place = (target: string) => Promise<boolean>;

export type FileCheck = { isUsable: true; source: SourceFacts } | { isUsable: false; fault: string };

/** Probes a complete file before anything is made of it. */
export async function checkVideoFile(
  deps: Pick<Deps, "config">,
  place: Place,
  signal: AbortSignal,
): Promise<FileCheck> {
  try {
    const source = await withFile(deps, place, (folder) => probeSource(deps.config, folder, signal));
    if (source === null) return { isUsable: false, fault: FILE_IS_GONE };
    return { isUsable: true, source };
  } catch (error) {
    if (error instanceof MediaFault) return { isUsable: false, fault: error.message };
    throw error;
  }
}

/** @returns three frames of a checked file; null if none can be taken */
export async function takeFileFrames(
  deps: Pick<Deps, "config">,
  place: Place,
  source: SourceFacts,
  signal: AbortSignal,
): Promise<Buffer[] | null> {
  try {
    return await withFile(deps, place, (folder) => takeFrames(deps.config, source, { folder, signal }));
  } catch (error) {
    if (error instanceof MediaFault) return null;
    throw error;
  }
}

/** The beginning of a video, without sound: `file` is there until the caller's work ends. */
export type Beginning = { file: string; lengthMs: number; picture: Buffer };

/**
 * Cuts the first seconds of a video, as a clip that any browser plays.
 * @returns why the file cannot be used, in words for its owner; null if it was
 */
export async function withBeginning(
  deps: Pick<Deps, "config">,
  { place, maxS, pictureAtS, signal }: { place: Place; maxS: number; pictureAtS: number; signal: AbortSignal },
  work: (beginning: Beginning) => Promise<void>,
): Promise<string | null> {
  try {
    const done = await withFile(deps, place, async (folder) => {
      const source = await probeSource(deps.config, folder, signal);
      const sourceS = source.videoMs / 1000;
      const lengthS = Math.min(sourceS, maxS);
      const cut = { lengthS, pictureAtS: pictureAtS < sourceS ? pictureAtS : sourceS / 2 };
      const picture = await cutBeginning(deps.config, source, { folder, name: BEGINNING, signal }, cut);
      await work({ file: path.join(folder, BEGINNING), lengthMs: Math.round(lengthS * 1000), picture });
      return true;
    });
    return done === null ? FILE_IS_GONE : null;
  } catch (error) {
    if (error instanceof MediaFault) return error.message;
    throw error;
  }
}

async function withFile<Result>(
  deps: Pick<Deps, "config">,
  place: Place,
  work: (folder: string) => Promise<Result>,
): Promise<Result | null> {
  const scratch = await createScratch(deps.config.dataDir);
  try {
    return (await place(path.join(scratch.folder, SOURCE_NAME))) ? await work(scratch.folder) : null;
  } finally {
    await scratch.remove();
  }
}
