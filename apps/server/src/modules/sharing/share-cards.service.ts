import { channelId, contentId } from "@app/contract/ids";
import { findCategory } from "#modules/categories/categories.service.ts";
import type { Deps } from "#platform/deps.ts";
import type { ShareCard } from "./share-card.ts";
import { HOME_CARD, toCategoryCard, toChannelCard, toInvitationCard, toItemCard } from "./share-cards.view.ts";
import { type SharedChannel, selectReferrerChannel, selectSharedChannel, selectSharedItem } from "./sharing.sql.ts";

type SharingDeps = Pick<Deps, "sql">;

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
    const category = /^\d{1,9}$/.test(id) ? await findCategory(deps.sql, Number(id)) : null;
    return category && toCategoryCard(category);
  },
  invitation: async (deps, code) => {
    const channel = await findReferrer(deps, code);
    return channel?.is_indexed ? toInvitationCard(channel) : null;
  },
  page: async (_deps, id) => (id === HOME_CARD.id ? HOME_CARD : null),
} satisfies Record<string, (deps: SharingDeps, id: string) => Promise<ShareCard | null>>;

export type ShareKind = keyof typeof FINDERS;

export function isShareKind(text: string): text is ShareKind {
  return Object.hasOwn(FINDERS, text);
}

/** What the picture of a thing shows; null for what strangers may not know of. */
export function findShareCard(deps: SharingDeps, kind: ShareKind, id: string): Promise<ShareCard | null> {
  return FINDERS[kind](deps, id);
}

/** The channel behind a referral link that is on. */
export async function findReferrer(deps: SharingDeps, code: string): Promise<SharedChannel | null> {
  const id = /^[0-9A-Za-z]{8,16}$/.test(code) ? await selectReferrerChannel(deps.sql, code) : null;
  return id === null ? null : selectSharedChannel(deps.sql, id);
}
