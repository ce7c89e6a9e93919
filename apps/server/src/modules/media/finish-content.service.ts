import { recountContents } from "#modules/channels/channels.service.ts";
import { type ContentRow, setMediaState } from "#modules/contents/contents.service.ts";
import { queueDiscoveryRefreshAfter } from "#modules/discovery/queue-refresh.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

/** The ladder stands: the item is listed from now on. */
export async function finishContent(deps: Pick<Deps, "sql">, content: ContentRow): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await setMediaState(tx, content.id, {
      state: "ready",
      fault: null,
      progress: 100,
      is_playable: true,
    });
    await recountContents(tx, content.channel_id);
    await queueDiscoveryRefreshAfter(tx);
  });
}
