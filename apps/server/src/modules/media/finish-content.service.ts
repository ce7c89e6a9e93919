import { lockChannels, recountContents } from "#modules/channels/channels.service.ts";
import { type ContentRow, type MadeRendition, writeRenditions } from "#modules/contents/contents.service.ts";
import { writeAsRun } from "#modules/contents/processing-run.service.ts";
import { queueDiscoveryRefreshAfter } from "#modules/discovery/queue-refresh.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

/** The ladder of a run stands: the item is listed from now on. @throws StaleRunError */
export async function finishContent(
  deps: Pick<Deps, "sql">,
  content: ContentRow,
  { run, renditions }: { run: string; renditions: readonly MadeRendition[] },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [content.channel_id]);
    await writeAsRun(tx, content, { state: "ready", fault: null, progress: 100, is_playable: true });
    await writeRenditions(tx, content.id, run, renditions);
    await recountContents(tx, content.channel_id);
    await queueDiscoveryRefreshAfter(tx);
  });
}
