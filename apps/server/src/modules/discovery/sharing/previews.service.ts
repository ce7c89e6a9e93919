import { BRAND } from "@app/contract/brand";
import { CARD_SIZES, toCardSrcset } from "@app/contract/card-picture";
import { channelId, contentId } from "@app/contract/ids";
import { channelHref, contentHref, decodeId } from "@app/contract/paths";
import { findCategory, findNewest, itemMediaUrl } from "#modules/catalog/index.ts";
import { findInviter } from "#modules/earnings/index.ts";
import type { Deps } from "#platform/deps.ts";
import { HOME_DESCRIPTION, type PageHead, toPlainHead } from "#platform/html.ts";
import type { LcpImage } from "#platform/http/shell.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import {
  HOME_PREVIEW,
  toCategoryPreview,
  toChannelPreview,
  toInvitationPreview,
  toItemPreview,
} from "./preview-images.presenter.ts";
import { findInvitation, previewImagePath } from "./preview-images.service.ts";
import { type SharedChannel, type SharedItem, selectSharedChannel, selectSharedItem } from "./sharing.sql.ts";

const HOME_PICTURE = previewImagePath(HOME_PREVIEW);

type PreviewDeps = Pick<Deps, "sql" | "pool" | "config">;
type LcpDeps = PreviewDeps & Pick<Deps, "secrets" | "now">;
type Finder = (deps: PreviewDeps, segment: string) => Promise<PageHead | null>;

const FINDERS: Record<string, Finder> = {
  video: findItemHead,
  image: findItemHead,
  file: findItemHead,
  profile: findChannelHead,
  "category-listing": findCategoryPageHead,
  referral: findInvitationHead,
};

const LCP_FINDERS: Record<string, (deps: LcpDeps, id: string) => Promise<LcpImage | null>> = {
  profile: findChannelPicture,
  video: findPoster,
};

/**
 * What link previews and search engines see for a URL. An unlisted item has a preview, for whoever was sent its link, and
 * is kept out of search engines. Private or hidden things, and those of minors who did not ask to
 * be found, look like any other page.
 */
export async function findPreview(deps: PreviewDeps, pathname: string): Promise<PageHead> {
  const fixed = FIXED_PAGES[pathname];
  if (fixed) {
    const { title, description, canonical = pathname } = fixed;
    return { ...toPlainHead(), title, description, canonical, isIndexed: true, picture: HOME_PICTURE };
  }
  const [, page = "", segment = "", ...more] = pathname.split("/");
  const find = Object.hasOwn(FINDERS, page) && more.length === 0 ? FINDERS[page] : undefined;
  const found = find && segment !== "" ? await find(deps, decodeSegment(segment)) : null;
  return found ?? { ...toPlainHead(), picture: HOME_PICTURE };
}

/** The LCP image of a page; null for anything that search engines may not find, and for other pages. */
export async function findLcpImage(deps: LcpDeps, pathname: string): Promise<LcpImage | null> {
  const [, page = "", encoded = "", ...more] = pathname.split("/");
  const find = Object.hasOwn(LCP_FINDERS, page) && more.length === 0 ? LCP_FINDERS[page] : undefined;
  return find ? find(deps, decodeId(decodeSegment(encoded))) : null;
}

/** A channel's cover, or the picture of its newest video, which comes first on the page. */
async function findChannelPicture(deps: LcpDeps, text: string): Promise<LcpImage | null> {
  const id = channelId.safeParse(text);
  const channel = id.success ? await selectSharedChannel(deps.sql, id.data) : null;
  if (!channel?.is_indexed) return null;
  const cover = publicMediaUrl(deps.config, channel.cover_key);
  if (cover !== null) return { skeleton: "channel-cover", href: cover };
  const newest = await findNewest(deps, channel.id, "video");
  if (!newest?.thumbnail) return null;
  const { thumbnail, thumbnail_small } = newest;
  const srcset = toCardSrcset(thumbnail, thumbnail_small);
  return { skeleton: "channel-card", href: thumbnail, srcset, sizes: CARD_SIZES };
}

async function findPoster(deps: LcpDeps, text: string): Promise<LcpImage | null> {
  const id = contentId.safeParse(text);
  const item = id.success ? await selectSharedItem(deps.sql, id.data) : null;
  if (!item?.is_indexed || !item.is_listed || item.type !== "video") return null;
  const poster = itemMediaUrl(deps, item, item.thumbnail_key);
  return poster === null ? null : { skeleton: "video", href: poster };
}

async function findItemHead(deps: PreviewDeps, encoded: string): Promise<PageHead | null> {
  const id = contentId.safeParse(decodeId(encoded));
  const item = id.success ? await selectSharedItem(deps.sql, id.data) : null;
  if (!item?.is_indexed) return null;
  const picture = previewImagePath(toItemPreview(item));
  return { ...toItemHead(item), picture, facts: toVideoFacts(item, deps.config.publicUrl + picture) };
}

async function findChannelHead(deps: PreviewDeps, encoded: string): Promise<PageHead | null> {
  const id = channelId.safeParse(decodeId(encoded));
  const channel = id.success ? await selectSharedChannel(deps.sql, id.data) : null;
  if (!channel?.is_indexed) return null;
  return { ...toChannelHead(channel), picture: previewImagePath(toChannelPreview(channel)) };
}

async function findCategoryPageHead(deps: PreviewDeps, segment: string): Promise<PageHead | null> {
  const category = /^\d{1,9}$/.test(segment) ? await findCategory(deps.pool, Number(segment)) : null;
  return category && { ...toCategoryHead(category), picture: previewImagePath(toCategoryPreview(category)) };
}

async function findInvitationHead(deps: PreviewDeps, typed: string): Promise<PageHead | null> {
  const invitation = await findInvitation(deps, typed);
  if (!invitation) return (await findInviter(deps.sql, typed)) && { ...NAMELESS_INVITATION, picture: HOME_PICTURE };
  const { code, channel } = invitation;
  return { ...toInvitationHead(channel, code), picture: previewImagePath(toInvitationPreview(channel, code)) };
}

/** @returns an empty string for invalid encoding */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

const DESCRIPTION_CHARS = 200;

type Fixed = { title: string; description: string; canonical?: string };

/** Pages that are the same for everybody. */
export const FIXED_PAGES: Record<string, Fixed> = {
  "/": { title: `${BRAND.name}: sports video by the people who play`, description: HOME_DESCRIPTION },
  "/explore": {
    title: `Explore · ${BRAND.name}`,
    description: "Trending sports videos, the athletes of the week and the top earners, in one place.",
  },
  "/portal": {
    title: `Explore · ${BRAND.name}`,
    description: "Trending sports videos, the athletes of the week and the top earners, in one place.",
    canonical: "/explore",
  },
  "/terms": { title: `Terms of service · ${BRAND.name}`, description: `What you and ${BRAND.name} agree on.` },
  "/privacy": {
    title: `Privacy policy · ${BRAND.name}`,
    description: `What ${BRAND.name} stores about you, why, and for how long.`,
  },
  "/guidelines": { title: `Guidelines · ${BRAND.name}`, description: "Cheer hard, play fair: what is welcome here." },
};

function toItemHead(item: SharedItem): Omit<PageHead, "picture"> {
  const description =
    cut(item.description) ||
    `${item.type === "image" ? "An" : "A"} ${item.type} by ${item.channel_name} on ${BRAND.name}.`;
  return {
    title: `${item.title} · ${item.channel_name}`,
    description,
    canonical: contentHref(item.type, item.id),
    kind: item.type === "video" ? "video.other" : "article",
    isIndexed: item.is_listed,
    facts: null,
  };
}

/** A schema.org VideoObject for search engines. `picture` is an absolute URL. */
function toVideoFacts(item: SharedItem, picture: string): Record<string, unknown> | null {
  if (item.type !== "video" || !item.is_listed) return null;
  return {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: item.title,
    description: cut(item.description) || item.title,
    thumbnailUrl: [picture],
    uploadDate: item.published_at.toISOString(),
    ...(item.length_ms === null ? {} : { duration: `PT${Math.max(1, Math.round(item.length_ms / 1000))}S` }),
    interactionStatistic: {
      "@type": "InteractionCounter",
      interactionType: { "@type": "WatchAction" },
      userInteractionCount: item.total_views,
    },
  };
}

function toChannelHead(channel: SharedChannel): Omit<PageHead, "picture"> {
  return {
    title: `${channel.name} (@${channel.username}) · ${BRAND.name}`,
    description: cut(channel.bio) || `${channel.name} shows their sport on ${BRAND.name}. Follow along.`,
    canonical: channelHref(channel.id),
    kind: "profile",
    isIndexed: true,
    facts: null,
  };
}

function toCategoryHead(category: { id: number; name: string }): Omit<PageHead, "picture"> {
  return {
    title: `${category.name} · ${BRAND.name}`,
    description: `${category.name} on ${BRAND.name}: videos by athletes and teams.`,
    canonical: `/category-listing/${category.id}`,
    kind: "website",
    isIndexed: true,
    facts: null,
  };
}

/** A personal link, meant for its recipients and not for search engines. */
function toInvitationHead(channel: SharedChannel, code: string): Omit<PageHead, "picture"> {
  return {
    title: `${channel.name} invites you to ${BRAND.name}`,
    description: `Accept the invitation from ${channel.name}: watch, follow, and show your own game.`,
    canonical: `/referral/${code}`,
    kind: "website",
    isIndexed: false,
    facts: null,
  };
}

/** Of an earner whom strangers may not find, such as a minor. Whoever opens the link sees the name on the page. */
const NAMELESS_INVITATION: Omit<PageHead, "picture"> = {
  ...toPlainHead(),
  title: `You are invited to ${BRAND.name}`,
  description: "Someone you know invites you: watch, follow, and show your own game.",
};

/** One line of whole words, as long as previews show. */
function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_CHARS) return line;
  return `${line.slice(0, DESCRIPTION_CHARS).replace(/\s+\S*$/, "")}…`;
}
