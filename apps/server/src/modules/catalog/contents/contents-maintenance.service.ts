import { deleteUnpublished } from "#modules/catalog/media/unpublished-media.sql.ts";
import { lockChannelsOf } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import {
  deleteContent,
  selectContentsToPurge,
  selectDeletedContents,
  selectPicturesOf,
  selectUnmeasured,
  setOriginalBytes,
  type UnmeasuredRow,
} from "./contents-maintenance.sql.ts";
import { purgePicture } from "./pictures.service.ts";

type MeasureDeps = Pick<Deps, "sql" | "storage" | "log">;

const BATCH_SIZE = 100;
export const DELETED_RETENTION_DAYS = 30;

type PurgeDeps = Pick<Deps, "sql" | "storage" | "events">;
type EraseDeps = PurgeDeps & Pick<Deps, "log">;

/** Deletes an item for good. Its row goes last, so an interrupted purge can be repeated. */
export async function purgeContent(deps: PurgeDeps, id: string): Promise<void> {
  await deps.storage.removePrefix(`contents/${id}/`);
  await inTransaction(deps.sql, async (tx) => {
    // The channel's totals include the item's views, hourly stats and follows.
    await lockChannelsOf(tx, [id]);
    await deleteUnpublished(tx, id);
    await deleteContent(tx, id);
    await deps.events.publish(tx, "content.purged", { content_id: id });
  });
}

/** Purges items deleted more than 30 days ago; until then they can be restored. */
export async function purgeDeletedContents(deps: EraseDeps, signal: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "a deleted item could not be purged",
    signal,
    next: (after: string | null) =>
      selectDeletedContents(deps.sql, DELETED_RETENTION_DAYS, { after, limit: BATCH_SIZE }),
    work: (id) => purgeContent(deps, id),
  });
}

/** Purges everything in a channel, including deleted items. @throws Error if some items are left */
export async function purgeContentsOf(deps: EraseDeps, channelId: string, signal: AbortSignal): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "an item could not be erased",
    signal,
    next: (after: string | null) => selectContentsToPurge(deps.sql, channelId, { after, limit: BATCH_SIZE }),
    work: (id) => purgeContent(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} items of a channel could not be erased`);
}

/** Purges the pictures an account sent but never used. @throws Error if some pictures are left */
export async function purgePicturesOf(deps: EraseDeps, accountId: string): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "a picture could not be erased",
    next: (after: string | null) => selectPicturesOf(deps.sql, accountId, { after, limit: BATCH_SIZE }),
    work: (id) => purgePicture(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} pictures of an account could not be erased`);
}

/**
 * Fills in the size of originals that have none: those stored before sizes were kept and those without an upload. Their
 * owners' storage use is right from then on.
 */
export async function measureContents(deps: MeasureDeps, signal: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "an original could not be measured",
    signal,
    next: (after: UnmeasuredRow | null) => selectUnmeasured(deps.sql, { after: after?.id ?? null, limit: BATCH_SIZE }),
    async work({ id, original_key }) {
      const stored = await deps.storage.head(original_key);
      // A lost original takes no space and need not be checked again.
      await setOriginalBytes(deps.sql, id, stored?.sizeBytes ?? 0);
    },
  });
}
