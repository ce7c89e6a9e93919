import path from "node:path";
import type { DocumentFacts } from "#modules/catalog/media/media-run.service.ts";
import { MediaFault } from "#modules/catalog/media/pipeline/source-facts.ts";
import { createScratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { SOURCE_NAME } from "./render/page-files.ts";
import { inspectDocument } from "./render/render-document.ts";

const GONE = "The file is no longer there. Please upload it again.";

/** Opens a complete file before anything is made of it. @param place copies it; resolves to false if it does not exist */
export async function checkDocumentFile(
  deps: Pick<Deps, "config">,
  place: (target: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<{ isUsable: true; facts: DocumentFacts } | { isUsable: false; fault: string }> {
  const { folder, remove } = await createScratch(deps.config.dataDir);
  try {
    if (!(await place(path.join(folder, SOURCE_NAME)))) return { isUsable: false, fault: GONE };
    return { isUsable: true, facts: await inspectDocument({ folder, searchPath: deps.config.searchPath, signal }) };
  } catch (error) {
    if (error instanceof MediaFault) return { isUsable: false, fault: error.message };
    throw error;
  } finally {
    await remove();
  }
}
