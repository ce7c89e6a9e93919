import { contentId } from "@app/contract/ids";
import type { ThumbnailChoice } from "@app/contract/thumbnails";
import { z } from "zod";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { isOwnPicture } from "./contents.presenter.ts";
import type { ContentRow } from "./contents.sql.ts";
import { lockContent } from "./contents-media.sql.ts";
import { copyKeyOf, removeThumbnail, thumbnailOf } from "./pictures.service.ts";

/** Pages may still show the thumbnail of before. */
const KEPT_S = 3_600;

type Old = { content_id: string; thumbnail_key: string };

/** An owner's picture may have been chosen again since. */
async function removeUnused(deps: Pick<Deps, "sql" | "storage">, { content_id, thumbnail_key }: Old): Promise<void> {
  if ((await lockContent(deps.sql, content_id))?.thumbnail_key === thumbnail_key) return;
  await removeThumbnail(deps, thumbnailOf(thumbnail_key));
}

export const removeThumbnailJob = defineJob({
  name: "contents:remove-thumbnail",
  lane: "short",
  payload: z.object({ content_id: contentId, thumbnail_key: z.string() }),
  attempts: 8,
  timeoutMs: 60_000,
  run: removeUnused,
});

/**
 * Has the item's old picture removed, or the copy of the new one if the change is refused: whichever is not its
 * thumbnail later. Called before the copy is stored.
 */
export async function removeUnusedLater(
  sql: Sql,
  content: Pick<ContentRow, "id" | "thumbnail_key">,
  choice: ThumbnailChoice,
): Promise<void> {
  const old = isOwnPicture(content) ? content.thumbnail_key : null;
  const copy = "picture" in choice ? copyKeyOf(content.id, choice.picture) : null;
  for (const [name, key] of Object.entries({ old, copy })) {
    if (key === null) continue;
    const payload = removeThumbnailJob.payload.parse({ content_id: content.id, thumbnail_key: key });
    // The old picture may have been a copy less than an hour ago, whose job comes too soon for it.
    await enqueue(sql, removeThumbnailJob, payload, { key: `thumbnail:${name}:${key}`, afterS: KEPT_S });
  }
}
