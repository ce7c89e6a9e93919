import { recountContents } from "#modules/channels/channels.service.ts";
import { type MadeRendition, setMediaState, writeRenditions } from "#modules/contents/contents.service.ts";
import { queueDiscoveryRefreshAfter } from "#modules/discovery/queue-refresh.service.ts";
import type { Sql } from "#platform/db/database.ts";

type Finished = {
  contentId: string;
  channelId: string;
  run: string;
  renditions: readonly MadeRendition[];
  warning: string | null;
};

/** The ladder stands: the item is listed from now on. */
export async function finishContent(
  tx: Sql,
  { contentId, channelId, run, renditions, warning }: Finished,
): Promise<void> {
  await setMediaState(tx, contentId, { state: "ready", fault: null, progress: 100, is_playable: true, warning });
  await writeRenditions(tx, contentId, run, renditions);
  await recountContents(tx, channelId);
  await queueDiscoveryRefreshAfter(tx);
}
