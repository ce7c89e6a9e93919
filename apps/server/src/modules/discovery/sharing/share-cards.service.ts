import { channelId, contentId } from "@app/contract/ids";
import { findCategory } from "#modules/catalog/index.ts";
import { findInviter } from "#modules/earnings/index.ts";
import type { Deps } from "#platform/deps.ts";
import type { ShareCard } from "./share-card.ts";
import { HOME_CARD, toCategoryCard, toChannelCard, toInvitationCard, toItemCard } from "./share-cards.presenter.ts";
import { type SharedChannel, selectSharedChannel, selectSharedItem } from "./sharing.sql.ts";

type SharingDeps = Pick<Deps, "sql" | "pool">;

const FINDERS = {
  item: async (deps, id) => {
    const item = contentId.safeParse(id).success ? await selectSharedItem(deps.sql, id) : null;
    return item?.is_indexed ? toItemCard(item) : null;
  },
  channel: async (deps, id) => {
    const channel = channelId.safeParse(id).success ? await selectSharedChannel(deps.sql, id) : null;
    return channel?.is_indexed ? toChannelCard(channel) : null;
  },
  category: async (deps, id) => {
    const category = /^\d{1,9}$/.test(id) ? await findCategory(deps.pool, Number(id)) : null;
    return category && toCategoryCard(category);
  },
  invitation: async (deps, code) => {
    const invitation = await findInvitation(deps, code);
    return invitation && toInvitationCard(invitation.channel, invitation.code);
  },
  page: async (_deps, id) => (id === HOME_CARD.id ? HOME_CARD : null),
} satisfies Record<ShareKind, (deps: SharingDeps, id: string) => Promise<ShareCard | null>>;

export type ShareKind = ShareCard["kind"];

export function isShareKind(text: string): text is ShareKind {
  return Object.hasOwn(FINDERS, text);
}

/** What the picture of a thing shows; null for what strangers may not know of. */
export function findShareCard(deps: SharingDeps, kind: ShareKind, id: string): Promise<ShareCard | null> {
  return FINDERS[kind](deps, id);
}

/** Who invites by a referral link that would earn something, if strangers may know of them. */
export async function findInvitation(
  deps: SharingDeps,
  typed: string,
): Promise<{ code: string; channel: SharedChannel } | null> {
  const inviter = await findInviter(deps.sql, typed);
  const channel = inviter && (await selectSharedChannel(deps.sql, inviter.channelId));
  return inviter && channel?.is_indexed ? { code: inviter.code, channel } : null;
}
