import { lockChannelsOf, recountContents } from "#modules/channels/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { clearHidden, setHidden } from "./contents-maintenance.sql.ts";

/** Hides one item from everybody but its owner and staff. @returns false if it was hidden, or is deleted */
export async function hideContent(tx: Tx, id: string): Promise<boolean> {
  await lockChannelsOf(tx, [id]);
  const hidden = await setHidden(tx, id);
  if (hidden) await recountContents(tx, hidden.channel_id);
  return hidden !== null;
}

/** Shows an item again that was hidden by itself. @returns false if it was not, or is deleted */
export async function showHiddenContent(tx: Tx, id: string): Promise<boolean> {
  await lockChannelsOf(tx, [id]);
  const shown = await clearHidden(tx, id);
  if (shown) await recountContents(tx, shown.channel_id);
  return shown !== null;
}
