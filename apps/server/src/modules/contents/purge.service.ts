import { lockChannelsOf } from "#modules/channels/channels.service.ts";
import { forgetSharesOfItem } from "#modules/sharing/forget-shares.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { deleteContent, deletePicturesOf, selectContentsToPurge, selectRemovedContents } from "./purge.sql.ts";

const AT_A_TIME = 100;
const REMOVED_KEPT_DAYS = 30;

type PurgeDeps = Pick<Deps, "sql" | "storage">;

/** Takes an item away for good. The row goes last, so that what is cut short is begun again. */
export async function purgeContent(deps: PurgeDeps, id: string): Promise<void> {
  await deps.storage.removePrefix(`contents/${id}/`);
  await forgetSharesOfItem(deps, id);
  await inTransaction(deps.sql, async (tx) => {
    // What goes with it is counted for the channel: views, hours, follows.
    await lockChannelsOf(tx, [id]);
    await deleteContent(tx, id);
  });
}

/** Takes away for good what was deleted 30 days ago; until then it can be restored. */
export async function purgeRemovedContents(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await selectRemovedContents(deps.sql, { keptDays: REMOVED_KEPT_DAYS, limit: AT_A_TIME });
    for (const id of ids) {
      signal.throwIfAborted();
      await purgeContent(deps, id);
    }
    if (ids.length < AT_A_TIME) return;
  }
}

/** Everything that a channel holds, what was removed before included. */
export async function purgeContentsOf(deps: PurgeDeps, channelId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await selectContentsToPurge(deps.sql, channelId, AT_A_TIME);
    for (const id of ids) {
      signal.throwIfAborted();
      await purgeContent(deps, id);
    }
    if (ids.length < AT_A_TIME) return;
  }
}

/** Pictures that somebody sent and has not chosen. */
export async function purgePicturesOf(deps: PurgeDeps, accountId: string): Promise<void> {
  for (const id of await deletePicturesOf(deps.sql, accountId)) await deps.storage.removePrefix(`pictures/${id}/`);
}
