/** What other modules change of a channel, which have no rules of their own here. */
import type { EventPayloads } from "@app/contract/events";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { insertChannel } from "./channels.sql.ts";

export {
  addChannelViews,
  addFollowers,
  lockChannels,
  lockChannelsOf,
  recountContents,
  recountFollowers,
  setChannelPictures,
} from "./channels.sql.ts";

export function onAccountCreated(_deps: Deps, tx: Tx, created: EventPayloads["account.created"]): Promise<void> {
  return insertChannel(tx, { id: created.channel_id, ownerId: created.account_id });
}
