import type { ContentId } from "@app/contract/ids";
import { isBlockedFor } from "#modules/channels/index.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import { canSee } from "./contents.policy.ts";
import { type ContentRow, loadContents } from "./contents.sql.ts";

export type ContentReader = (viewer: Viewer, id: ContentId) => Promise<ContentRow>;

/** `requireVisibleContent` for requests that come many at once: one statement loads the items of concurrent callers. */
export function createContentReader(deps: Pick<Deps, "sql" | "pool">): ContentReader {
  const read = createBatchLoader((ids: readonly string[]) => loadContents(deps, ids));
  return async (viewer, id) => {
    const row = await read(id);
    if (!row || !canSee(viewer, row) || (await isBlockedFor(deps.sql, viewer, row.owner_id))) throw notFound();
    return row;
  };
}
