import { decodeId } from "@app/contract/addresses";
import { channelId, contentId } from "@app/contract/ids";
import { findCategory } from "#modules/categories/categories.service.ts";
import type { Deps } from "#platform/deps.ts";
import { openMediaUrl } from "#platform/media-url.ts";
import { type PageHead, toPlainHead } from "#platform/page-head.ts";
import {
  FIXED_PAGES,
  toCategoryHead,
  toChannelHead,
  toInvitationHead,
  toItemHead,
  toVideoFacts,
} from "./preview.view.ts";
import { findInvitation } from "./share-cards.service.ts";
import { HOME_CARD, toCategoryCard, toChannelCard, toInvitationCard, toItemCard } from "./share-cards.view.ts";
import { sharePicturePath } from "./share-picture.service.ts";
import { selectSharedChannel, selectSharedItem } from "./sharing.sql.ts";

type PreviewDeps = Pick<Deps, "sql" | "pool" | "config">;
type Finder = (deps: PreviewDeps, segment: string) => Promise<PageHead | null>;

const FINDERS: Record<string, Finder> = {
  video: findItemHead,
  image: findItemHead,
  file: findItemHead,
  profile: findChannelHead,
  "category-listing": findCategoryPageHead,
  referral: findInvitationHead,
};

/**
 * What a link preview and a search engine are told of an address. Of what is private, hidden, or a minor's who
 * did not ask to be found, they are told what they are told of any other page.
 */
export async function findPreview(deps: PreviewDeps, address: string): Promise<PageHead> {
  const fixed = FIXED_PAGES[address];
  if (fixed) {
    const { title, description, canonical = address } = fixed;
    return { ...toPlainHead(), title, description, canonical, isIndexed: true, picture: sharePicturePath(HOME_CARD) };
  }
  const [, page = "", segment = "", ...more] = address.split("/");
  const find = Object.hasOwn(FINDERS, page) && more.length === 0 ? FINDERS[page] : undefined;
  const found = find && segment !== "" ? await find(deps, decodeSegment(segment)) : null;
  return found ?? { ...toPlainHead(), picture: sharePicturePath(HOME_CARD) };
}

/** `cover`: above the page's own words, so that it can be seen before any script has run. */
export type ShownPicture = { picture: string; place?: "cover" };

/**
 * The picture that is the largest of this page, at the address at which the page itself asks for it; null for what
 * `findPreview` tells nobody of, and for a page whose pictures it does not know.
 */
export async function findShownPicture(deps: PreviewDeps, address: string): Promise<ShownPicture | null> {
  const [, page = "", encoded = "", ...more] = address.split("/");
  if (more.length > 0 || (page !== "profile" && page !== "video")) return null;
  const id = decodeId(decodeSegment(encoded));
  const isCover = page === "profile";
  const picture = openMediaUrl(deps.config, isCover ? await findCover(deps, id) : await findPoster(deps, id));
  return picture === null ? null : { picture, ...(isCover && { place: "cover" }) };
}

async function findCover(deps: PreviewDeps, text: string): Promise<string | null> {
  const id = channelId.safeParse(text);
  const channel = id.success ? await selectSharedChannel(deps.sql, id.data) : null;
  return channel?.is_indexed ? channel.cover_key : null;
}

async function findPoster(deps: PreviewDeps, text: string): Promise<string | null> {
  const id = contentId.safeParse(text);
  const item = id.success ? await selectSharedItem(deps.sql, id.data) : null;
  return item?.is_indexed && item.type === "video" ? item.thumbnail_key : null;
}

async function findItemHead(deps: PreviewDeps, encoded: string): Promise<PageHead | null> {
  const id = contentId.safeParse(decodeId(encoded));
  const item = id.success ? await selectSharedItem(deps.sql, id.data) : null;
  if (!item?.is_indexed) return null;
  const picture = sharePicturePath(toItemCard(item));
  return { ...toItemHead(item), picture, facts: toVideoFacts(item, deps.config.publicUrl + picture) };
}

async function findChannelHead(deps: PreviewDeps, encoded: string): Promise<PageHead | null> {
  const id = channelId.safeParse(decodeId(encoded));
  const channel = id.success ? await selectSharedChannel(deps.sql, id.data) : null;
  if (!channel?.is_indexed) return null;
  return { ...toChannelHead(channel), picture: sharePicturePath(toChannelCard(channel)) };
}

async function findCategoryPageHead(deps: PreviewDeps, segment: string): Promise<PageHead | null> {
  const category = /^\d{1,9}$/.test(segment) ? await findCategory(deps.pool, Number(segment)) : null;
  return category && { ...toCategoryHead(category), picture: sharePicturePath(toCategoryCard(category)) };
}

async function findInvitationHead(deps: PreviewDeps, typed: string): Promise<PageHead | null> {
  const invitation = await findInvitation(deps, typed);
  if (!invitation) return null;
  const { code, channel } = invitation;
  return { ...toInvitationHead(channel, code), picture: sharePicturePath(toInvitationCard(channel, code)) };
}

/** @returns an empty text for what is no encoding at all */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
