import { BRAND } from "@app/contract/brand";
import { channelHref, contentHref } from "@app/contract/paths";
import { HOME_DESCRIPTION, type PageHead, toPlainHead } from "#platform/page-head.ts";
import type { SharedChannel, SharedItem } from "./sharing.sql.ts";

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

export function toItemHead(item: SharedItem): Omit<PageHead, "picture"> {
  const description = cut(item.description) || `A ${item.type} by ${item.channel_name} on ${BRAND.name}.`;
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
export function toVideoFacts(item: SharedItem, picture: string): Record<string, unknown> | null {
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

export function toChannelHead(channel: SharedChannel): Omit<PageHead, "picture"> {
  return {
    title: `${channel.name} (@${channel.username}) · ${BRAND.name}`,
    description: cut(channel.bio) || `${channel.name} shows their sport on ${BRAND.name}. Follow along.`,
    canonical: channelHref(channel.id),
    kind: "profile",
    isIndexed: true,
    facts: null,
  };
}

export function toCategoryHead(category: { id: number; name: string }): Omit<PageHead, "picture"> {
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
export function toInvitationHead(channel: SharedChannel, code: string): Omit<PageHead, "picture"> {
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
export const NAMELESS_INVITATION: Omit<PageHead, "picture"> = {
  ...toPlainHead(),
  title: `You are invited to ${BRAND.name}`,
  description: "Somebody you know invites you: watch, follow, and show your own game.",
};

/** One line of whole words, as long as previews show. */
function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_CHARS) return line;
  return `${line.slice(0, DESCRIPTION_CHARS).replace(/\s+\S*$/, "")}…`;
}
