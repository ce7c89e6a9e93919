import type { Visibility } from "@app/contract/contents";
import { findScheduleFault, SCHEDULE_MESSAGES } from "@app/contract/schedule";
import { deleteUnpublished } from "#modules/catalog/media/unpublished-media.sql.ts";
import { lockChannelsOf, recountContents } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import {
  deleteContent,
  publishScheduled,
  selectContentsToPurge,
  selectDeletedContents,
  selectDueContents,
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

type PublishDeps = Pick<Deps, "sql" | "events" | "now" | "log">;

type AudienceFields = { visibility?: Visibility | undefined; publish_at?: string | null | undefined };
type Audience = { visibility?: Visibility; publish_at?: Date | null };

/**
 * What a choice of visibility and date writes. An item with a date is private until then; a new visibility takes the
 * date back.
 * @param stored the item's date, which may be sent again however near it is
 * @param waitedMs how long ago the date may have been chosen
 * @throws AppError `invalid_input` on `visibility` or `publish_at`
 */
export function toAudience(
  { visibility, publish_at }: AudienceFields,
  stored: Date | null,
  now: Date,
  waitedMs = 0,
): Audience {
  if (!publish_at)
    return visibility === undefined && publish_at === undefined
      ? {}
      : { ...(visibility && { visibility }), publish_at: null };
  if (visibility !== undefined && visibility !== "private")
    throw fieldError("visibility", SCHEDULE_MESSAGES.notPrivate);
  const at = new Date(publish_at);
  const fault = at.getTime() === stored?.getTime() ? null : findScheduleFault(at, now, waitedMs);
  if (fault !== null) throw fieldError("publish_at", fault);
  return { visibility: "private", publish_at: at };
}

/** Publishes every item whose date has come. After a time without a worker, that is as soon as there is one again. */
export async function publishDueContents(deps: PublishDeps, signal: AbortSignal): Promise<void> {
  const now = deps.now();
  await workThrough(deps, {
    failure: "a scheduled item could not be published",
    signal,
    next: (after: string | null) => selectDueContents(deps.sql, { now, after, limit: BATCH_SIZE }),
    work: (id) => publishDue(deps, id, now),
  });
}

async function publishDue(deps: PublishDeps, id: string, now: Date): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockChannelsOf(tx, [id]);
    const published = await publishScheduled(tx, id, now);
    if (!published) return;
    await recountContents(tx, published.channel_id);
    if (published.is_ready) await deps.events.publish(tx, "content.published", { content_id: id });
  });
}
