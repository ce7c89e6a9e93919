import type { Sql } from "#platform/db/database.ts";
import { publishLive, publishToItems } from "#platform/live/publish-live.ts";
import { selectOwnerOfMedia, selectOwnerOfUpload } from "./unpublished-media.sql.ts";

/**
 * Makes the owner's open pages refetch what is being processed. Call it last: it locks their live room.
 * @param id of an item, or of what an upload will become
 * @param isState also for the pages of others: it can be played now, is ready, or failed
 */
export async function publishProgress(sql: Sql, id: string, { isState }: { isState: boolean }): Promise<void> {
  const owner = await selectOwnerOfMedia(sql, id);
  if (owner === null) return;
  await publishLive(sql, [owner], { name: "processing.changed", data: {} });
  if (isState) await publishToItems(sql, [id], "processing.changed");
}

/** Makes the owner's open pages refetch an upload whose file was checked. */
export async function publishUploadProgress(sql: Sql, uploadId: string): Promise<void> {
  const owner = await selectOwnerOfUpload(sql, uploadId);
  if (owner !== null) await publishLive(sql, [owner], { name: "processing.changed", data: {} });
}
