import { type Claim, type MadeRendition, writeRenditions } from "#modules/catalog/contents/contents.service.ts";
import { lockChannels, recountContents } from "#modules/channels/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { writeItemAsRun } from "./media-run.service.ts";

type Finished = {
  channelId: string;
  run: string;
  renditions: readonly MadeRendition[];
  warning: string | null;
};

/** The ladder of an item is complete: it is listed from now on. @throws StaleRunError */
export async function finishContent(
  deps: Pick<Deps, "events">,
  tx: Tx,
  claim: Claim,
  { channelId, run, renditions, warning }: Finished,
): Promise<void> {
  await lockChannels(tx, [channelId]);
  await writeItemAsRun(tx, claim, { state: "ready", fault: null, progress: 100, is_playable: true, warning });
  await writeRenditions(tx, claim.id, run, renditions);
  await recountContents(tx, channelId);
  await deps.events.publish(tx, "content.ready", { content_id: claim.id });
}
