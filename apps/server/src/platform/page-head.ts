import { BRAND } from "@app/contract/brand";
import { escapeHtml } from "./html.ts";

/** What the first HTML of an address says of it: to link previews, search engines and the browser's tab. */
export type PageHead = {
  title: string;
  description: string;
  /** The one address of this page, from its root; null when it has none to be found by. */
  canonical: string | null;
  /** From the root; 1200 by 630. */
  picture: string | null;
  kind: "website" | "article" | "profile" | "video.other";
  isIndexed: boolean;
  /** JSON-LD (schema.org). */
  facts: Record<string, unknown> | null;
};

export const HOME_WORDS = `${BRAND.name} is where athletes, teams and organizations show their sport. Watch, follow, and earn when people join with your link.`;

/** What every address says that has nothing of its own to say, or nothing that a stranger may know. */
export function toPlainHead(): PageHead {
  return {
    title: BRAND.name,
    description: HOME_WORDS,
    canonical: null,
    picture: null,
    kind: "website",
    isIndexed: false,
    facts: null,
  };
}

/** @returns markup for the head of the page; every value is escaped */
export function toHeadHtml(head: PageHead, publicUrl: string): string {
  const address = head.canonical === null ? null : publicUrl + head.canonical;
  const picture = head.picture === null ? null : publicUrl + head.picture;
  const lines = [
    `<title>${escapeHtml(head.title)}</title>`,
    meta("name", "description", head.description),
    head.isIndexed ? "" : meta("name", "robots", "noindex"),
    address === null ? "" : `<link rel="canonical" href="${escapeHtml(address)}" />`,
    meta("property", "og:site_name", BRAND.name),
    meta("property", "og:type", head.kind),
    meta("property", "og:title", head.title),
    meta("property", "og:description", head.description),
    address === null ? "" : meta("property", "og:url", address),
    ...(picture === null ? [meta("name", "twitter:card", "summary")] : toPictureLines(picture, head.title)),
    head.facts === null ? "" : toFacts(head.facts),
  ];
  return lines.join("");
}

function toPictureLines(picture: string, title: string): string[] {
  return [
    meta("property", "og:image", picture),
    meta("property", "og:image:width", "1200"),
    meta("property", "og:image:height", "630"),
    meta("property", "og:image:alt", title),
    meta("name", "twitter:card", "summary_large_image"),
    meta("name", "twitter:image", picture),
  ];
}

function meta(by: "name" | "property", name: string, content: string): string {
  return `<meta ${by}="${name}" content="${escapeHtml(content)}" />`;
}

/** Without `<` nothing in it can end the block. */
function toFacts(facts: Record<string, unknown>): string {
  return `<script type="application/ld+json">${JSON.stringify(facts).replaceAll("<", "\\u003c")}</script>`;
}
