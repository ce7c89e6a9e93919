import path from "node:path";
import type { Deps } from "#platform/deps.ts";
import { MediaFault } from "./pipeline/media-fault.ts";
import { probeSource } from "./pipeline/probe.ts";
import { takeFrames } from "./pipeline/stills.ts";
import { SOURCE_NAME } from "./pipeline/tools.ts";
import { openScratch } from "./scratch.service.ts";

export type FileCheck = { isUsable: true; lengthMs: number; frames: Buffer[] } | { isUsable: false; fault: string };

/**
 * Says what a complete file is, before anything is made of it.
 * @param place puts the file at the path it is given, or says that there is none
 */
export async function checkVideoFile(
  deps: Pick<Deps, "config">,
  place: (target: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<FileCheck> {
  const scratch = await openScratch(deps.config.dataDir);
  try {
    const isThere = await place(path.join(scratch.folder, SOURCE_NAME));
    if (!isThere) return { isUsable: false, fault: "The file is no longer there. Please send it once more." };
    const where = { folder: scratch.folder, signal };
    const source = await probeSource(deps.config, scratch.folder, signal);
    return { isUsable: true, lengthMs: source.lengthMs, frames: await takeFrames(deps.config, source, where) };
  } catch (error) {
    if (error instanceof MediaFault) return { isUsable: false, fault: error.message };
    throw error;
  } finally {
    await scratch.remove();
  }
}
