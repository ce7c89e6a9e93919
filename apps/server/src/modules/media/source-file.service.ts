import path from "node:path";
import type { ContentRow } from "#modules/contents/contents.service.ts";
import { writeAsRun } from "#modules/contents/processing-run.service.ts";
import type { Deps } from "#platform/deps.ts";
import { MediaFault } from "./pipeline/media-fault.ts";
import { SOURCE_NAME } from "./pipeline/tools.ts";
import type { Scratch } from "./scratch.service.ts";

type SourceDeps = Pick<Deps, "sql" | "storage" | "uploads">;

function originalKey(contentId: string): string {
  return `contents/${contentId}/original`;
}

/** Puts the item's file into the scratch folder, from where it is kept or from its upload. @throws MediaFault it is gone */
export async function placeSource(deps: SourceDeps, content: ContentRow, scratch: Scratch): Promise<void> {
  const target = path.join(scratch.folder, SOURCE_NAME);
  if (content.original_key !== null) {
    if (await deps.storage.readToFile(content.original_key, target)) return;
  } else if (content.upload_id !== null) {
    if (await deps.uploads.copyTo(content.upload_id, target)) return;
  }
  throw new MediaFault("The file is no longer there. Please send it once more.");
}

/**
 * Moves the file from the uploads to where originals are kept. Done before, it does nothing.
 * @throws StaleRunError
 */
export async function keepOriginal(deps: SourceDeps, content: ContentRow, folder: string): Promise<void> {
  if (content.original_key !== null) return;
  const key = originalKey(content.id);
  await deps.storage.putFile(key, path.join(folder, SOURCE_NAME), { contentType: "application/octet-stream" });
  await writeAsRun(deps.sql, content, { original_key: key });
  if (content.upload_id !== null) await deps.uploads.remove(content.upload_id);
}
