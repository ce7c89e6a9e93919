import type { ContentId } from "@app/contract/ids";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { Sql } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import { canSee } from "./contents.policy.ts";
import { type ContentRow, selectContents } from "./contents.sql.ts";

export type ContentReader = (viewer: Viewer, id: ContentId) => Promise<ContentRow>;

/** `requireVisibleContent` for requests that come many at once: one statement loads the items of concurrent callers. */
export function createContentReader(sql: Sql): ContentReader {
  const read = createBatchLoader(
    async (ids: readonly string[]) => new Map((await selectContents(sql, ids)).map((row) => [row.id, row])),
  );
  return async (viewer, id) => {
    const row = await read(id);
    if (!row || !canSee(viewer, row)) throw notFound();
    return row;
  };
}
