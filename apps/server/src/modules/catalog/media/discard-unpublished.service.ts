import type { Deps } from "#platform/deps.ts";
import { deleteUnpublished, failUnpublished, selectUnpublishedIdOf } from "./unpublished-media.sql.ts";

type DiscardDeps = Pick<Deps, "sql" | "storage">;

const DISCARDED = "The file is no longer there. Please upload it again.";

/** Deletes what was made of an upload before it was published. @returns false when it was published or deleted meanwhile */
export async function discardUnpublished(deps: DiscardDeps, contentId: string): Promise<boolean> {
  // From here on it cannot be published, and a run that still works for it ends.
  if (!(await failUnpublished(deps.sql, contentId, DISCARDED))) return false;
  await deps.storage.removePrefix(`contents/${contentId}/`);
  await deleteUnpublished(deps.sql, contentId);
  return true;
}

export async function discardUnpublishedOf(deps: DiscardDeps, uploadId: string): Promise<void> {
  const contentId = await selectUnpublishedIdOf(deps.sql, uploadId);
  if (contentId !== null) await discardUnpublished(deps, contentId);
}
