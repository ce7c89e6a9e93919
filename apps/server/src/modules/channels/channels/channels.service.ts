/** Changes to a channel that other domains make and that need no rules here. */
import type { EventPayloads } from "@app/contract/events";
import { z } from "zod";
import { purgeInvitations } from "#modules/channels/members/members.sql.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { smallKeyOf } from "#platform/media-url.ts";
import { drawSmall, type Frame } from "#platform/pictures/redraw-picture.ts";
import { insertChannel, recountAll } from "./channels.sql.ts";

/** A card is at most 450 pixels wide and shows 96 of the height. */
const SMALL: Frame = { widthPx: 768, heightPx: 256, fit: "inside" };

const WEBP = { contentType: "image/webp" };

export {
  addChannelViews,
  adjustFollowerCount,
  lockChannels,
  lockChannelsOf,
  recountContents,
  recountFollowers,
  setChannelPictures,
} from "./channels.sql.ts";

export function onAccountCreated(_deps: Deps, tx: Tx, created: EventPayloads["account.created"]): Promise<void> {
  return insertChannel(tx, { id: created.channel_id, ownerId: created.account_id });
}

/** Recounts followers, items and views of every channel. */
export async function recountChannels(deps: Pick<Deps, "sql" | "log">): Promise<void> {
  const channels = await recountAll(deps.sql);
  if (channels > 0) deps.log.warn({ channels }, "corrected wrong channel counts");
}

/** Stores a cover and a small version for cards. @returns the storage key of the cover */
export async function storeCoverSizes(
  { storage }: Pick<Deps, "storage">,
  folder: string,
  { name, webp }: { name: string; webp: Buffer },
): Promise<string> {
  const key = `${folder}/${name}-wide.webp`;
  await storage.put(smallKeyOf(key), await drawSmall(webp, SMALL), WEBP);
  await storage.put(key, webp, WEBP);
  return key;
}

/** Nightly, so a wrong count is corrected by morning. Also purges invitations that ended 30 days ago. */
export const recountChannelsJob = defineJob({
  name: "channels:recount",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "17 8 * * *",
  async run(deps) {
    await recountChannels(deps);
    await purgeInvitations(deps.sql);
  },
});
