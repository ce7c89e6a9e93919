import path from "node:path";
import type { Deps } from "#platform/deps.ts";
import { openScratch } from "#platform/scratch.ts";
import { MediaFault } from "./pipeline/media-fault.ts";
import { probeSource, type SourceFacts } from "./pipeline/probe.ts";
import { takeFrames } from "./pipeline/stills.ts";
import { SOURCE_NAME } from "./pipeline/tools.ts";

export type FileCheck = { isUsable: true; frames: Buffer[] } | { isUsable: false; fault: string };

/**
 * Says what a complete file is, before anything is made of it.
 * @param place puts the file at the path it is given, or says that there is none
 * @param onGood called as soon as the file is known to be good, before its frames are taken
 */
export async function checkVideoFile(
  deps: Pick<Deps, "config">,
  place: (target: string) => Promise<boolean>,
  signal: AbortSignal,
  onGood: (source: SourceFacts) => Promise<void>,
): Promise<FileCheck> {
  const scratch = await openScratch(deps.config.dataDir);
  try {
    const isThere = await place(path.join(scratch.folder, SOURCE_NAME));
    if (!isThere) return { isUsable: false, fault: "The file is no longer there. Please send it once more." };
    const source = await probeSource(deps.config, scratch.folder, signal);
    await onGood(source);
    return { isUsable: true, frames: await takeFrames(deps.config, source, { folder: scratch.folder, signal }) };
  } catch (error) {
    if (error instanceof MediaFault) return { isUsable: false, fault: error.message };
    throw error;
  } finally {
    await scratch.remove();
  }
}
