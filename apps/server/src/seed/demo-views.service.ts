import { addPastViews } from "#modules/engagement/index.ts";
import { findAccountByUsername } from "#modules/identity/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type DemoItem, viewsOf } from "./world/audience.ts";

const HOUR_MS = 3_600_000;

/** Adds the views of an item since its publication. */
export async function addDemoViews(
  deps: Pick<Deps, "now" | "config">,
  tx: Tx,
  contentId: string,
  item: DemoItem,
): Promise<void> {
  const views: Parameters<typeof addPastViews>[3][number][] = [];
  for (const { viewer, hoursAgo, source } of viewsOf(item)) {
    const viewerId = (await findAccountByUsername(tx, viewer))?.id;
    const at = new Date(deps.now().getTime() - hoursAgo * HOUR_MS);
    if (viewerId !== undefined) views.push({ viewerId, at, source });
  }
  await addPastViews(deps, tx, contentId, views);
}
