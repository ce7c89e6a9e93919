import path from "node:path";
import { type Claim, findContent } from "#modules/catalog/contents/contents.service.ts";
import { createScratch, type Scratch } from "#platform/data-folder.ts";
import type { Deps } from "#platform/deps.ts";
import { removeOrphans, writeItemAsRun } from "./media-run.service.ts";
import { MediaFault } from "./pipeline/source-facts.ts";
import { SOURCE_NAME } from "./pipeline/tools.ts";

type SourceDeps = Pick<Deps, "sql" | "storage" | "uploads">;
type Sent = { original_key: string | null; upload_id: string | null };

function originalKey(contentId: string): string {
  return `contents/${contentId}/original`;
}

/** Copies the video's file to the scratch folder, from its original or its upload. @throws MediaFault if it is gone */
export async function placeSource(deps: SourceDeps, content: Sent, scratch: Scratch): Promise<void> {
  const target = path.join(scratch.folder, SOURCE_NAME);
  if (content.original_key !== null) {
    if (await deps.storage.readToFile(content.original_key, target)) return;
  } else if (content.upload_id !== null) {
    if (await deps.uploads.copyTo(content.upload_id, target)) return;
  }
  throw new MediaFault("The file is no longer there. Please upload it again.");
}

/**
 * Moves an item's file from the uploads to the originals. Does nothing if that is already done.
 * @throws StaleRunError
 */
export async function storeOriginal(deps: SourceDeps, content: Claim & Sent, folder: string): Promise<void> {
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
  const content = await findContent(deps.sql, contentId);
  if (!content || content.original_key !== null) return;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    await placeSource(deps, content, scratch);
    await storeOriginal(deps, content, scratch.folder);
  } finally {
    await scratch.remove();
    await removeOrphans(deps, contentId);
  }
}
