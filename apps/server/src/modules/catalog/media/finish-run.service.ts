import { lockItemOfRun } from "#modules/catalog/contents/contents-media.sql.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { finishContent, type MediaRecord, StaleRunError } from "./media-run.service.ts";
import { publishProgress } from "./publish-progress.service.ts";
import { storeOriginal } from "./source-file.service.ts";
import { updateUnpublished } from "./unpublished-media.sql.ts";

type Made = Pick<Parameters<typeof finishContent>[3], "run" | "renditions" | "warning">;

/**
 * Ends the run that made an item's files. For an upload, stores the result for whoever publishes it; an item becomes
 * visible.
 * @param folder the private folder with the source, which becomes the original if the item was published meanwhile
 * @throws StaleRunError
 */
export async function finishRun(deps: Deps, media: MediaRecord, folder: string, made: Made): Promise<void> {
  const { renditions, warning } = made;
  const result = { state: "ready", fault: null, progress: 100, is_playable: true, warning } as const;
  if (await updateUnpublished(deps.sql, media, { ...result, renditions: JSON.stringify(renditions) }))
    return publishProgress(deps.sql, media.id, { isState: true });
  const item = await lockItemOfRun(deps.sql, media);
  if (!item) throw new StaleRunError();
  await storeOriginal(deps, { ...item, fencing_token: media.fencing_token }, folder);
  await inTransaction(deps.sql, (tx) => finishContent(deps, tx, media, { channelId: item.channel_id, ...made }));
}
