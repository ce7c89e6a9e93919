import { decodeId } from "@app/contract/addresses";
import { channelId, contentId } from "@app/contract/ids";
import { findCategory, findNewest, itemMediaUrl } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import type { FirstPictures } from "#platform/http/shell-pictures.ts";
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
type ShownDeps = PreviewDeps & Pick<Deps, "secrets" | "now">;
type Finder = (deps: PreviewDeps, segment: string) => Promise<PageHead | null>;

const FINDERS: Record<string, Finder> = {
  video: findItemHead,
  image: findItemHead,
  file: findItemHead,
  profile: findChannelHead,
  "category-listing": findCategoryPageHead,
  referral: findInvitationHead,
};

const SHOWN: Record<string, (deps: ShownDeps, id: string) => Promise<FirstPictures | null>> = {
  profile: findChannelPictures,
  video: findPoster,
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

/**
 * The pictures that are the largest of this page, at the addresses at which the page itself asks for them; null for
 * what `findPreview` tells nobody of, and for a page whose pictures it does not know.
 */
export async function findShownPictures(deps: ShownDeps, address: string): Promise<FirstPictures | null> {
  const [, page = "", encoded = "", ...more] = address.split("/");
  const find = Object.hasOwn(SHOWN, page) && more.length === 0 ? SHOWN[page] : undefined;
  return find ? find(deps, decodeId(decodeSegment(encoded))) : null;
}

/** A channel's cover, and the picture of the newest video below it. */
async function findChannelPictures(deps: ShownDeps, text: string): Promise<FirstPictures | null> {
  const id = channelId.safeParse(text);
  const channel = id.success ? await selectSharedChannel(deps.sql, id.data) : null;
  if (!channel?.is_indexed) return null;
  const newest = await findNewest(deps, channel.id, "video");
  return {
    picture: openMediaUrl(deps.config, channel.cover_key),
    card: newest?.thumbnail ? { picture: newest.thumbnail, smallPicture: newest.thumbnail_small } : null,
    place: "channel",
  };
}

async function findPoster(deps: ShownDeps, text: string): Promise<FirstPictures | null> {
  const id = contentId.safeParse(text);
  const item = id.success ? await selectSharedItem(deps.sql, id.data) : null;
  if (!item?.is_indexed || item.type !== "video") return null;
  return { picture: itemMediaUrl(deps, item, item.thumbnail_key), place: "stage" };
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
