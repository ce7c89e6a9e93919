import { lockChannelsOf } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { purgePicture } from "./pictures.service.ts";
import { deleteContent, selectContentsToPurge, selectPicturesOf, selectRemovedContents } from "./purge.sql.ts";

const AT_A_TIME = 100;
const REMOVED_KEPT_DAYS = 30;

type PurgeDeps = Pick<Deps, "sql" | "storage" | "events">;
type EraseDeps = PurgeDeps & Pick<Deps, "log">;

/** Takes an item away for good. The row goes last, so that what is cut short is begun again. */
export async function purgeContent(deps: PurgeDeps, id: string): Promise<void> {
  await deps.storage.removePrefix(`contents/${id}/`);
  await inTransaction(deps.sql, async (tx) => {
    // What goes with it is counted for the channel: views, hours, follows.
    await lockChannelsOf(tx, [id]);
    await deleteContent(tx, id);
    await deps.events.publish(tx, "content.purged", { content_id: id });
  });
}

/** Takes away for good what was deleted 30 days ago; until then it can be restored. */
export async function purgeRemovedContents(deps: EraseDeps, signal: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "a deleted item could not be purged",
    signal,
    next: (after: string | null) => selectRemovedContents(deps.sql, REMOVED_KEPT_DAYS, { after, limit: AT_A_TIME }),
    work: (id) => purgeContent(deps, id),
  });
}

/**
 * Everything that a channel holds, what was removed before included.
 * @throws Error some of it is left
 */
export async function purgeContentsOf(deps: EraseDeps, channelId: string, signal: AbortSignal): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "an item could not be erased",
    signal,
    next: (after: string | null) => selectContentsToPurge(deps.sql, channelId, { after, limit: AT_A_TIME }),
    work: (id) => purgeContent(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} items of a channel could not be erased`);
}

/**
 * Pictures that somebody sent and has not chosen.
 * @throws Error some of them are left
 */
export async function purgePicturesOf(deps: EraseDeps, accountId: string): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "a picture could not be erased",
    next: (after: string | null) => selectPicturesOf(deps.sql, accountId, { after, limit: AT_A_TIME }),
    work: (id) => purgePicture(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} pictures of an account could not be erased`);
}
